import { describe, expect, test } from 'vitest'

import { DAY_MS } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createTestIngestion, fill, NOW_UTC } from '#server/testing/ingestion.ts'
import { createTestSource } from '#server/testing/source.ts'

describe('readiness', () => {
  test('of an invented source comes with its first fill, in every process', async () => {
    const database = await openTestDatabase()
    const server = createTestIngestion(database, createTestSource({ isDemo: true }))
    expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: false })
    await fill(server)
    const other = createTestIngestion(database, createTestSource({ isDemo: true }))
    expect(await other.ingestion.readiness.check()).toEqual({ isReady: true, message: 'up to date' })
  })

  test('of a real source comes with its first value, in every process, and says how far the past is read', async () => {
    const database = await openTestDatabase()
    const source = createTestSource()
    const server = createTestIngestion(database, source)
    const other = createTestIngestion(database, createTestSource())
    const waiting = { isReady: false, message: 'no value has come from the source yet' }
    expect(await server.ingestion.readiness.check()).toEqual(waiting)
    expect(await other.ingestion.readiness.check()).toEqual(waiting)
    source.beforeAnswer = async (_feed, _span, signal) => {
      if (source.asked.length > 10)
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    }
    server.start()
    await expect.poll(() => source.asked.length).toBe(10 + source.maxConcurrency)
    const state = await server.ingestion.readiness.check()
    expect(state).toMatchObject({ isReady: true, message: 'the past is being read' })
    expect(state.progress?.total).toBeGreaterThan(state.progress?.done ?? Infinity)
    expect(await other.ingestion.readiness.check()).toMatchObject({ isReady: true })
  })

  test('of a real source is degraded while an area has no value at all', async () => {
    const source = createTestSource()
    const { valueAt } = source
    source.valueAt = (feed, utc) => (feed.area === 'FR' ? null : valueAt(feed, utc))
    const database = await openTestDatabase()
    const server = createTestIngestion(database, source)
    await fill(server)
    const message = 'no actual value has come of FR'
    expect(await server.ingestion.readiness.check()).toEqual({ isReady: true, isDegraded: true, message })
    source.valueAt = valueAt
    await fill(createTestIngestion(database, source, { clock: () => NOW_UTC + 3 * DAY_MS }))
    expect(await server.ingestion.readiness.check()).toEqual({ isReady: true, message: 'up to date' })
  })

  test('of a real source that refuses us: not ready with an empty database, degraded with stored values', async () => {
    const database = await openTestDatabase()
    const source = createTestSource()
    source.beforeAnswer = async () => {
      throw new SourceError('The source refuses the token (401).', { isTransient: false })
    }
    const refused = createTestIngestion(database, source)
    await fill(refused)
    const message = expect.stringMatching(
      /^The source refuses the token \(401\)\. Since .+Z, tried once; the next try is at .+Z\.$/,
    )
    expect(await refused.ingestion.readiness.check()).toMatchObject({ isReady: false, message })
    await fill(createTestIngestion(database, createTestSource()))
    expect(await refused.ingestion.readiness.check()).toMatchObject({
      isReady: true,
      isDegraded: true,
      message,
    })
  })
})
