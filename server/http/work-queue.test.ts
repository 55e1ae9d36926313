import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createWorkQueue } from './work-queue.ts'

describe('createWorkQueue', () => {
  test('runs four at once, lets 32 wait and refuses the rest', async () => {
    const queue = createWorkQueue({ maxRunning: 4, maxWaiting: 32, maxWaitMs: 1000, refusal: 'Busy.' })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
    }
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => queue(work)))
    const refused = results.filter((result) => result.status === 'rejected')
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
    const work = () => sleep(70)
    await queue(work)
    const fromMs = performance.now()
    const all = Array.from({ length: 20 }, () =>
      queue(work).then(
        () => ({ isRefused: false, afterMs: performance.now() - fromMs }),
        () => ({ isRefused: true, afterMs: performance.now() - fromMs }),
      ),
    )
    const results = await Promise.all(all)
    const refused = results.filter(({ isRefused }) => isRefused)
    expect(results.length - refused.length).toBeGreaterThan(1)
    expect(results.length - refused.length).toBeLessThan(5)
    expect(refused[0]?.afterMs).toBeLessThan(50)
    expect(Math.max(...refused.map(({ afterMs }) => afterMs))).toBeLessThan(300)
  })

  test('refuses what has not begun in time, and never runs it', async () => {
    const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 50, refusal: 'Busy.' })
    let end = () => {}
    const long = queue(() => new Promise<void>((resolve) => (end = resolve)))
    let hasRun = false
    await expect(
      queue(async () => {
        hasRun = true
      }),
    ).rejects.toThrow('Busy.')
    // What was refused has left its place to the next.
    const next = queue(async () => 'next')
    end()
    await long
    expect(await next).toBe('next')
    expect(hasRun).toBe(false)
  })
})
