import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { createWorkQueue, type WorkQueueLimits } from './work-queue.ts'

const LIMITS = { maxRunning: 1, maxWaiting: 6, maxWaitMs: 1000, refusal: 'Busy.' }

// A busy machine would make the work of these tests longer.
beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open(limits: Partial<WorkQueueLimits> = {}) {
  const queue = createWorkQueue({ ...LIMITS, ...limits })
  const endings: string[] = []
  const running: string[] = []
  const most = new Map<string, number>()
  const note = (name: string, count: number) => most.set(name, Math.max(most.get(name) ?? 0, count))
  const ask = (owner: string, takesMs = 100, isBegun = false) =>
    queue(
      owner,
      async () => {
        running.push(owner)
        note(owner, running.filter((each) => each === owner).length)
        note('all', running.length)
        await new Promise((resolve) => setTimeout(resolve, takesMs))
        running.splice(running.indexOf(owner), 1)
        if (owner === 'failing') throw new Error('no')
      },
      isBegun,
    ).then(
      () => endings.push(owner),
      (error: unknown) => endings.push(`${owner} ${String(error)}`),
    )
  return { queue, ask, endings, most }
}

test('owners take turns, and one who has most places gives the newest up to those who come', async () => {
  const { ask, endings } = open()
  for (const owner of 'aaaaaaabbc') void ask(owner)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(endings.splice(0, 3)).toEqual(['a', 'a', 'a'].map((owner) => `${owner} RequestError: Busy.`))
  expect(endings.join('')).toBe('aabcaba')
})

test('so many run, so many of an owner, and so many of an owner wait', async () => {
  const { ask, endings, most } = open({ maxRunning: 4, maxRunningOfOwner: 2, maxWaitingOfOwner: 3 })
  for (const owner of 'aaaaaabcd') void ask(owner)
  void ask('failing')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Object.fromEntries(most)).toEqual({ a: 2, all: 4, b: 1, c: 1, d: 1, failing: 1 })
  expect(endings.filter((ending) => ending.includes('Busy'))).toEqual(['a RequestError: Busy.'])
  expect(endings).toHaveLength(10)
})

test('a refusal has its status and says when to come back', async () => {
  const { queue, ask } = open({ maxWaiting: 1, refusalStatus: 429 })
  for (const owner of 'ab') void ask(owner)
  await expect(queue('c', async () => null)).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '2' },
  })
})

test('refuses what has not begun in time, and never runs it; an answer that has begun waits for longer', async () => {
  const { ask, endings } = open()
  for (const owner of ['long', 'late']) void ask(owner, 5000)
  void ask('download', 1, true)
  await vi.advanceTimersByTimeAsync(1000)
  void ask('next')
  await vi.advanceTimersByTimeAsync(4100)
  expect(endings).toEqual(['late RequestError: Busy.', 'next RequestError: Busy.', 'long', 'download'])
})

test('refuses all that waits when the server stops, but no answer that has begun', async () => {
  const { queue, ask, endings } = open()
  void ask('running', 1000)
  void ask('waiting')
  void ask('download', 1, true)
  queue.refuseWaiting()
  await vi.advanceTimersByTimeAsync(2000)
  expect(endings).toEqual(['waiting RequestError: Busy.', 'running', 'download'])
})

test('time in which the process stood still is no waiting', async () => {
  vi.useRealTimers()
  const queue = createWorkQueue({ ...LIMITS, maxWaitMs: 200 })
  let end = () => {}
  const first = queue('a', () => new Promise<void>((resolve) => (end = resolve)))
  const second = queue('b', async () => 'done')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise((resolve) => setTimeout(resolve))
  end()
  await first
  expect(await second).toBe('done')
})
