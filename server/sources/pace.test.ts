import { describe, expect, test } from 'vitest'

import { jumpingTimer } from '#server/testing/source-server.ts'

import { createPace, monotonicTimer } from './pace.ts'

const never = new AbortController().signal

function beginnings(tasks: number, perMs: number, count: number, timer = jumpingTimer()): Promise<number[]> {
  const pace = createPace({ limits: [{ weight: tasks, perMs }], atOnce: 2, timer })
  return Promise.all(Array.from({ length: count }, () => pace.run(async () => timer.now(), never)))
}

describe('a pace', () => {
  test('lets no more begin in any window than it allows', async () => {
    const begun = await beginnings(60, 61_000, 200)
    for (const start of begun)
      expect(begun.filter((other) => other >= start && other < start + 61_000).length).toBeLessThanOrEqual(60)
    expect(begun.at(-1)).toBe(3 * 61_000)
  })

  test('spaces single tasks', async () => {
    expect(await beginnings(1, 30_000, 3)).toEqual([0, 30_000, 60_000])
  })

  test('runs no more at once than it allows, in the order of asking', async () => {
    const pace = createPace({ limits: [{ weight: 100, perMs: 1000 }], atOnce: 2, timer: jumpingTimer() })
    const order: number[] = []
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        pace.run(async () => {
          order.push(index)
          running += 1
          most = Math.max(most, running)
          await new Promise((resolve) => setImmediate(resolve))
          running -= 1
        }, never),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual(Array.from({ length: 12 }, (_, index) => index))
  })

  test('holds everything back for the time it is given', async () => {
    const timer = jumpingTimer()
    const pace = createPace({ limits: [{ weight: 10, perMs: 1000 }], atOnce: 2, timer })
    pace.hold(45_000)
    pace.hold(5000)
    expect(await pace.run(async () => timer.now(), never)).toBe(45_000)
  })

  test('goes on after a task that fails', async () => {
    const pace = createPace({ limits: [{ weight: 10, perMs: 1000 }], atOnce: 1, timer: jumpingTimer() })
    await expect(pace.run(() => Promise.reject(new Error('down')), never)).rejects.toThrow('down')
    expect(await pace.run(async () => 'up', never)).toBe('up')
  })

  test('removes a task whose signal aborts while it waits for time or for another task', async () => {
    const pace = createPace({ limits: [{ weight: 2, perMs: 60_000 }], atOnce: 1, timer: monotonicTimer })
    const end: (() => void)[] = []
    const busy = pace.run(() => new Promise<void>((resolve) => end.push(resolve)), never)
    const stop = new AbortController()
    const waiting = [1, 2].map(() => pace.run(async () => 'ran', stop.signal))
    const outcome = Promise.allSettled(waiting)
    setImmediate(() => stop.abort(new Error('stopped')))
    expect((await outcome).map((one) => one.status)).toEqual(['rejected', 'rejected'])
    setImmediate(() => end[0]?.())
    await busy
    expect(await pace.run(async () => 'next', never)).toBe('next')
    const late = new AbortController()
    const tooSoon = pace.run(async () => 'ran', late.signal)
    setImmediate(() => late.abort(new Error('stopped')))
    await expect(tooSoon).rejects.toThrow(/abort|stopped/)
  })
})
