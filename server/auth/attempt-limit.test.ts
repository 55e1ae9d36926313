import { assert, describe, expect, test } from 'vitest'

import { RequestError } from '#server/errors.ts'

import { createAttemptLimit } from './attempt-limit.ts'

const POLICY = { freeFailures: 5, windowMs: 300_000, firstWaitMs: 1000, longestWaitMs: 900_000 }

function setUp() {
  const time = { now: 1_000_000 }
  const limit = createAttemptLimit(POLICY, () => time.now)
  const fail = async (key = 'a') => {
    const attempt = await limit.begin(key)
    attempt.fail()
  }
  return { time, limit, fail }
}

describe('createAttemptLimit', () => {
  test('allows five failures, then doubles the waits up to fifteen minutes', async () => {
    const { time, limit, fail } = setUp()
    for (let failures = 0; failures < 5; failures += 1) await fail()
    const waitsS: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const refusal: unknown = await limit.begin('a').catch((error: unknown) => error)
      assert(refusal instanceof RequestError)
      expect(refusal.status).toBe(429)
      const seconds = Number(refusal.headers['retry-after'])
      waitsS.push(seconds)
      time.now += seconds * 1000 - 1
      await expect(limit.begin('a')).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
      time.now += 1
      await fail()
    }
    expect(waitsS).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('allows at most 100 guesses an hour', async () => {
    const { time, limit } = setUp()
    let guesses = 0
    for (const end = time.now + 3_600_000; time.now < end; time.now += 1000) {
      const attempt = await limit.begin('a').catch(() => null)
      attempt?.fail()
      if (attempt !== null) guesses += 1
    }
    expect(guesses).toBeLessThanOrEqual(100)
  })

  test('counts failures within a window only, and each key separately', async () => {
    const { time, limit, fail } = setUp()
    for (let failures = 0; failures < 4; failures += 1) await fail()
    time.now += POLICY.windowMs
    for (let failures = 0; failures < 4; failures += 1) await fail()
    await fail('b')
    const attempt = await limit.begin('a')
    attempt.abandon()
    await fail()
    await expect(limit.begin('a')).rejects.toMatchObject({ status: 429 })
    await expect(limit.begin('b')).resolves.toBeDefined()
  })

  test('starts again after a success, and after a window without failures', async () => {
    const { time, limit, fail } = setUp()
    for (let failures = 0; failures < 6; failures += 1) {
      await fail()
      time.now += 1000
    }
    time.now += 2000
    const attempt = await limit.begin('a')
    attempt.succeed()
    for (let failures = 0; failures < 5; failures += 1) await fail()
    await expect(limit.begin('a')).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
    time.now += POLICY.windowMs + 2000
    for (let failures = 0; failures < 4; failures += 1) await fail()
    await expect(limit.begin('a')).resolves.toBeDefined()
  })

  test('gives parallel guesses no advantage over guesses in a row', async () => {
    const { limit } = setUp()
    let passed = 0
    const guesses = Array.from({ length: 50 }, async () => {
      const attempt = await limit.begin('a')
      passed += 1
      await Promise.resolve()
      attempt.fail()
    })
    const results = await Promise.allSettled(guesses)
    expect(passed).toBe(5)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(45)
  })

  test('accepts many right passwords at once', async () => {
    const { limit } = setUp()
    const entries = Array.from({ length: 50 }, async () => {
      const attempt = await limit.begin('a')
      await Promise.resolve()
      attempt.succeed()
    })
    await expect(Promise.all(entries)).resolves.toHaveLength(50)
  })
})
