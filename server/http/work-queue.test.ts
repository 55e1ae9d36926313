import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createWorkQueue } from './work-queue.ts'

/** Work that takes so long. */
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('createWorkQueue', () => {
  // A busy machine would make the work of these tests longer.
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  test('runs four at once, lets 32 wait and refuses the rest', async () => {
    const queue = createWorkQueue({ maxRunning: 4, maxWaiting: 32, maxWaitMs: 1000, refusal: 'Busy.' })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
    }
    const all = Promise.allSettled(Array.from({ length: 100 }, () => queue(work)))
    await vi.runAllTimersAsync()
    const refused = (await all).filter((result) => result.status === 'rejected')
    expect(most).toBe(4)
    expect(refused).toHaveLength(100 - 36)
    expect(refused[0]?.reason).toMatchObject({
      status: 503,
      message: 'Busy.',
      headers: { 'retry-after': '1' },
    })
  })

  test('runs the next work when one fails', async () => {
    const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 1000, refusal: 'Busy.' })
    const failing = queue(async () => {
      throw new Error('no')
    })
    const next = queue(async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await queue(async () => 'again')).toBe('again')
  })

  test('refuses at once what would wait too long, once it knows how long work takes', async () => {
    const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 100, maxWaitMs: 200, refusal: 'Busy.' })
    const first = queue(() => sleep(70))
    await vi.advanceTimersByTimeAsync(70)
    await first
    const fromMs = performance.now()
    const endings: string[] = []
    for (let count = 0; count < 20; count += 1)
      void queue(() => sleep(70)).then(
        () => endings.push(`done after ${performance.now() - fromMs} ms`),
        () => endings.push(`refused after ${performance.now() - fromMs} ms`),
      )
    await vi.runAllTimersAsync()
    expect(endings).toEqual([
      ...Array<string>(17).fill('refused after 0 ms'),
      ...[70, 140, 210].map((milliseconds) => `done after ${milliseconds} ms`),
    ])
  })

  test('refuses what has not begun in time, and never runs it', async () => {
    const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 50, refusal: 'Busy.' })
    const long = queue(() => sleep(90))
    let hasRun = false
    const late = queue(async () => {
      hasRun = true
    })
    await Promise.all([expect(late).rejects.toThrow('Busy.'), vi.advanceTimersByTimeAsync(50)])
    // What was refused has left its place to the next.
    const next = queue(async () => 'next')
    await vi.advanceTimersByTimeAsync(40)
    await long
    expect(await next).toBe('next')
    expect(hasRun).toBe(false)
  })
})
