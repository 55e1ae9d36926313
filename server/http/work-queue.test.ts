import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { RequestError } from '#server/errors.ts'

import { createWorkQueue, type Work } from './work-queue.ts'

/** Work that takes so long. */
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const LIMITS = { maxRunning: 4, maxWaiting: 32, withinMs: 1000, refusal: 'Busy.' }
const work = (owner: string, roughMs = 1, more: Partial<Work> = {}): Work => ({
  owner,
  kind: 'answer',
  roughMs,
  ...more,
})

describe('createWorkQueue', () => {
  // A busy machine would make the work of these tests longer.
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  test('runs four at once, lets 32 wait and refuses the rest', async () => {
    const queue = createWorkQueue(LIMITS)
    let running = 0
    let most = 0
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
    }
    const all = Promise.allSettled(Array.from({ length: 100 }, () => queue(work('a'), run)))
    await vi.advanceTimersByTimeAsync(60_000)
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
    const queue = createWorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 1 })
    const failing = queue(work('a'), async () => {
      throw new Error('no')
    })
    const next = queue(work('a'), async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await queue(work('a'), async () => 'again')).toBe('again')
  })

  test('refuses at once what could not be done in time, by what it costs, and says when to come back', async () => {
    const queue = createWorkQueue({ ...LIMITS, withinMs: 8000 })
    const endings: string[] = []
    const ask = (name: string, owner: string, roughMs: number) =>
      queue(work(owner, roughMs), () => sleep(roughMs)).then(
        () => endings.push(`${name} done`),
        ({ status, headers }: RequestError) => endings.push(`${name} ${status} ${headers['retry-after']}`),
      )
    for (const name of ['a', 'b', 'c', 'd', 'e']) void ask(name, 'jane', 2500)
    void ask('short', 'jane', 20)
    void ask('of joe', 'joe', 2500)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(endings).toEqual(['d 503 2', 'e 503 2', 'short done', 'a done', 'of joe done', 'b done', 'c done'])
  })

  test('learns how long a kind of work takes here', async () => {
    const queue = createWorkQueue(LIMITS)
    // Ten times what the caller thinks.
    for (let count = 0; count < 30; count += 1) {
      const slow = queue(work('a', 100), () => sleep(1000))
      await vi.advanceTimersByTimeAsync(1000)
      await slow
    }
    const first = queue(work('a', 60), () => sleep(600))
    await expect(queue(work('a', 60), () => sleep(600))).rejects.toThrow('Busy.')
    const other = queue({ ...work('a', 60), kind: 'other' }, () => sleep(60))
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all([first, other])
  })

  test('gives everybody the same share, and the places of one who has most to those who come', async () => {
    const queue = createWorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 6, withinMs: 100_000 })
    const endings: string[] = []
    const ask = (owner: string) =>
      queue(work(owner, 100), () => sleep(100)).then(
        () => endings.push(owner),
        () => endings.push(`${owner} refused`),
      )
    for (let count = 0; count < 7; count += 1) void ask('a')
    for (const owner of ['b', 'b', 'c']) void ask(owner)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(endings.slice(0, 3)).toEqual(['a refused', 'a refused', 'a refused'])
    expect(endings.slice(3).join(' ')).toBe('a a b c a b a')
  })

  test('never lets long work take all places, and of one owner runs one at a time', async () => {
    const queue = createWorkQueue({ ...LIMITS, withinMs: 100_000 })
    const running = new Map<string, number>()
    let most = 0
    const ask = (owner: string) =>
      queue(work(owner, 5000), async () => {
        running.set(owner, (running.get(owner) ?? 0) + 1)
        most = Math.max(most, ...running.values())
        expect([...running.values()].reduce((a, b) => a + b)).toBeLessThan(4)
        await sleep(5000)
        running.set(owner, (running.get(owner) ?? 0) - 1)
      })
    const long = ['a', 'a', 'a', 'b', 'c', 'd'].map(ask)
    let isDone = false
    void queue(work('a', 10), async () => (isDone = true))
    await vi.advanceTimersByTimeAsync(1)
    expect(isDone).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(long)
    expect(most).toBe(1)
  })

  test('never refuses what goes on with an answer that has begun', async () => {
    const queue = createWorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 1, withinMs: 50 })
    const long = queue(work('a', 90), () => sleep(90))
    const begun = [1, 2, 3].map(() => queue(work('a', 90, { isBegun: true }), async () => 'went on'))
    await expect(queue(work('a', 90), async () => 'new')).rejects.toThrow('Busy.')
    await vi.advanceTimersByTimeAsync(60_000)
    await long
    expect(await Promise.all(begun)).toEqual(['went on', 'went on', 'went on'])
  })

  test('refuses what has not begun in time, and never runs it', async () => {
    const queue = createWorkQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 1, withinMs: 50 })
    const long = queue(work('a'), () => sleep(90))
    let hasRun = false
    const late = queue(work('a'), async () => {
      hasRun = true
    })
    await Promise.all([expect(late).rejects.toThrow('Busy.'), vi.advanceTimersByTimeAsync(50)])
    // What was refused has left its place to the next.
    const next = queue(work('a'), async () => 'next')
    await vi.advanceTimersByTimeAsync(40)
    await long
    expect(await next).toBe('next')
    expect(hasRun).toBe(false)
  })
})
