import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'
import { createTestIngestion, fill } from '#server/testing/ingestion.ts'
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

  test('of a real source waits for nothing and says how far the past is read', async () => {
    const source = createTestSource()
    const server = createTestIngestion(await openTestDatabase(), source)
    expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: true })
    source.beforeAnswer = async (_feed, _span, signal) => {
      if (source.asked.length > 10)
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    }
    server.start()
    await expect.poll(() => source.asked.length).toBe(10 + source.maxConcurrency)
    const state = await server.ingestion.readiness.check()
    expect(state).toMatchObject({ isReady: true, message: 'the past is being read' })
    expect(state.progress?.total).toBeGreaterThan(state.progress?.done ?? Infinity)
  })
})
