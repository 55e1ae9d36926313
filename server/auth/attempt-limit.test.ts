import { assert, describe, expect, onTestFinished, test } from 'vitest'

import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { RequestError } from '#server/errors.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'

import { createAttemptLimit } from './attempt-limit.ts'
import { createSharedAttempts } from './attempt-store.ts'

const POLICY = { freeFailures: 5, windowMs: 300_000, firstWaitMs: 1000, longestWaitMs: 900_000 }

function setUp() {
  const time = { now: 1_000_000 }
  const limit = createAttemptLimit(POLICY, () => time.now)
  const fail = async (key = 'a') => {
    const attempt = await limit.begin(key)
    await attempt.fail()
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
      await attempt?.fail()
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
    await attempt.abandon()
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
    await attempt.succeed()
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
      await attempt.fail()
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
      await attempt.succeed()
    })
    await expect(Promise.all(entries)).resolves.toHaveLength(50)
  })
})

describeOnPostgresql('two servers on one database', (createUrl) => {
  async function openTwo() {
    const url = await createUrl()
    const time = { now: 1_000_000 }
    const limits = []
    for (let server = 0; server < 2; server += 1) {
      const database = await createPostgresqlDatabase(url)
      onTestFinished(() => database.close())
      limits.push(createAttemptLimit(POLICY, () => time.now, createSharedAttempts(database)))
    }
    return { time, limits }
  }

  test('are as strict as one, in a row and in parallel', async () => {
    const { time, limits } = await openTwo()
    let passed = 0
    const guess = async (key: string, server: number) => {
      const attempt = await limits[server % 2]?.begin(key)
      passed += 1
      await attempt?.fail()
    }
    const parallel = await Promise.allSettled(Array.from({ length: 20 }, (_, server) => guess('a', server)))
    expect(passed).toBe(5)
    expect(parallel.filter(({ status }) => status === 'rejected')).toHaveLength(15)
    await expect(guess('a', 0)).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
    time.now += 1000
    await guess('a', 1)
    await expect(guess('a', 0)).rejects.toMatchObject({ headers: { 'retry-after': '2' } })
    await guess('b', 0)
  })

  test('do not wait for ever for a server that ended in the middle of an attempt', async () => {
    const { time, limits } = await openTwo()
    for (let guesses = 0; guesses < 5; guesses += 1) await limits[0]?.begin('a')
    const waiting = limits[1]?.begin('a')
    time.now += 30_001
    await expect(waiting).resolves.toBeDefined()
  })
})
