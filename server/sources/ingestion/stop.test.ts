import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'
import { createTestIngestion, fill } from '#server/testing/ingestion.ts'
import { createTestSource } from '#server/testing/source.ts'

describe('ingestion that is stopped', () => {
  test('continues where it was, and ends with the same table', async () => {
    const whole = createTestSource()
    const uninterrupted = createTestIngestion(await openTestDatabase(), whole)
    await fill(uninterrupted)
    const database = await openTestDatabase()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }), async (stops) => {
        // As empty as a new one, much faster than opening another.
        await database.query('TRUNCATE chunk, ingestion_state, forecast_version')
        const source = createTestSource()
        for (const stopAfter of stops) {
          const server = createTestIngestion(database, source)
          const asked = source.asked.length
          const run = server.start()
          source.beforeAnswer = async () => {
            if (source.asked.length >= asked + stopAfter) void run.stop()
          }
          await run.untilWaiting()
          await run.stop()
        }
        source.beforeAnswer = async () => {}
        const last = createTestIngestion(database, source)
        await fill(last)
        for (const { area, kind } of source.feeds)
          expect(await last.values(area, kind)).toEqual(await uninterrupted.values(area, kind))
      }),
      { numRuns: 4 },
    )
  })

  test('stops at once while the source is silent, and leaves nothing running', async () => {
    const source = createTestSource()
    source.beforeAnswer = (_feed, _span, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const server = createTestIngestion(await openTestDatabase(), source)
    const run = server.start()
    await expect.poll(() => source.asked.length).toBe(source.maxConcurrency)
    await run.stop()
    expect(source.asked).toHaveLength(source.maxConcurrency)
  })

  test('reads nothing in a process that does not lead', async () => {
    const source = createTestSource()
    const server = createTestIngestion(await openTestDatabase(), source, {
      leadership: { isLeader: () => false },
    })
    await fill(server)
    expect(source.asked).toEqual([])
  })
})
