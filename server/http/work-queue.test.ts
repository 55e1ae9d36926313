import { describe, expect, test } from 'vitest'

import { createWorkQueue } from './work-queue.ts'

describe('createWorkQueue', () => {
  test('runs four at once, lets 32 wait and refuses the rest', async () => {
    const queue = createWorkQueue({ maxRunning: 4, maxWaiting: 32, refusal: 'Busy.' })
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
    const queue = createWorkQueue({ maxRunning: 1, maxWaiting: 1, refusal: 'Busy.' })
    const failing = queue(async () => {
      throw new Error('no')
    })
    const next = queue(async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await queue(async () => 'again')).toBe('again')
  })
})
