import { expect, onTestFinished, test, vi } from 'vitest'

import { DatabaseError, SourceError } from '#server/errors.ts'

import { repeatAsLeader } from './repeat-as-leader.ts'

/** Runs work turn by turn, and records its waits and its log. */
async function follow(turns: readonly (() => number | void)[], isLeader = () => true) {
  const stop = new AbortController()
  const waits: number[] = []
  const logged: string[] = []
  let turn = 0
  const log = (_what: unknown, message?: string) => logged.push(message ?? '')
  await repeatAsLeader(
    {
      name: 'work',
      leadership: { isLeader },
      logger: { warn: log, error: log },
      handleFailure: (error, failures) => (error instanceof SourceError ? failures : null),
      async wait(milliseconds) {
        waits.push(milliseconds)
        if (waits.length === turns.length) stop.abort()
      },
    },
    async () => turns[turn++]?.(),
    60_000,
    stop.signal,
  )
  return { waits, logged, done: turn }
}

function fail(error: Error) {
  return () => {
    throw error
  }
}

test('work is done again after the usual time, or after the time that it returns', async () => {
  const { waits, logged } = await follow([() => {}, () => 7, () => -5])
  expect(waits).toEqual([60_000, 7, 0])
  expect(logged).toEqual([])
})

test('a process that does not lead does nothing, and looks again in a second', async () => {
  const { waits, done } = await follow([() => {}, () => {}], () => false)
  expect(waits).toEqual([1000, 1000])
  expect(done).toBe(0)
})

test('failures are logged and waited out, longer each time and never longer than usual, until one succeeds', async () => {
  const database = fail(new DatabaseError('It does not answer.'))
  const bug = fail(new TypeError('a bug'))
  const { waits, logged } = await follow([database, bug, bug, bug, bug, () => {}, database])
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 5000])
  expect(logged).toEqual([
    'work: the database failed',
    ...Array.from({ length: 4 }, () => 'work failed'),
    'work: the database failed',
  ])
})

test('failures of the database are logged once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = fail(new DatabaseError('It does not answer.'))
  const aMinuteLater = () => {
    vi.advanceTimersByTime(60_000)
    return database()
  }
  expect((await follow([database, database, database])).logged).toHaveLength(1)
  expect((await follow([database, database, aMinuteLater, database])).logged).toHaveLength(2)
})

test('a failure that the work knows is waited out and logged as the work says', async () => {
  const source = fail(new SourceError('It does not answer.', { isTransient: true }))
  const { waits, logged } = await follow([source, source])
  expect(waits).toEqual([1, 2])
  expect(logged).toEqual([])
})
