import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'

import { createTestIngestion, fill, untilQuiet } from '#server/testing/ingestion.ts'
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

  test('of a real source waits for nothing and tells how far the past is read', async () => {
    const source = createTestSource()
    const server = createTestIngestion(await openTestDatabase(), source)
    expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: true })
    source.beforeAnswer = async (_feed, _span, signal) => {
      if (source.asked.length > 10) await sleep(60_000, undefined, { signal })
    }
    server.start()
    await untilQuiet(source)
    const state = await server.ingestion.readiness.check()
    expect(state).toMatchObject({ isReady: true, message: 'the past is being read' })
    expect(state.progress?.total).toBeGreaterThan(state.progress?.done ?? Infinity)
  })
})
