import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished, vi } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import type { Kind } from '#server/series/series.ts'
import { createSeriesStore, type SeriesStore } from '#server/series/store/series-store.ts'
import { createIngestion, type Ingestion, type IngestionParts } from '#server/sources/ingestion/ingestion.ts'

import { readBlock } from './blocks.ts'
import type { TestSource } from './source.ts'

/** Half past twelve. */
export const NOW_UTC = Date.UTC(2026, 10, 20, 12, 30)
export const BACKFILL_DAYS = 60
/** The days to be filled, up to the last whole hour. */
export const PAST: Span = {
  fromUtc: Date.UTC(2026, 10, 20) - BACKFILL_DAYS * DAY_MS,
  toUtc: Date.UTC(2026, 10, 20, 12),
}

/** A running ingestion whose waits between rounds end when the test says so. */
export interface TestRun {
  untilWaiting(): Promise<void>
  nextRound(): void
  stop(): Promise<void>
}

export interface TestIngestion {
  ingestion: Ingestion
  series: SeriesStore
  registry: Registry
  source: TestSource
  start(): TestRun
  values(area: MemberCode, kind: Kind, span?: Span): Promise<(number | null)[]>
}

/** Ingestion of a test source into a database. It ends with the test. */
export function createTestIngestion(
  database: Database,
  source: TestSource,
  changes: Partial<IngestionParts> = {},
): TestIngestion {
  const registry = new Registry()
  const series = createSeriesStore(database)
  let endWait: (() => void) | null = null
  const ingestion = createIngestion({
    source,
    database,
    series,
    registry,
    clock: () => NOW_UTC,
    logger: pino({ level: 'silent' }),
    leadership: { isLeader: () => true },
    backfillDays: BACKFILL_DAYS,
    retryWaitMs: 1,
    async wait(milliseconds, signal) {
      if (milliseconds === 0 || signal.aborted) return
      await new Promise<void>((resolve) => {
        endWait = resolve
        signal.addEventListener('abort', () => resolve())
      })
      endWait = null
    },
    ...changes,
  })
  return {
    ingestion,
    series,
    registry,
    source,
    start() {
      const controller = new AbortController()
      let isRunning = true
      const running = ingestion.run(controller.signal).finally(() => {
        isRunning = false
      })
      const stop = async () => {
        controller.abort()
        await running
      }
      onTestFinished(stop)
      return {
        async untilWaiting() {
          await vi.waitUntil(() => !isRunning || endWait !== null, { interval: 5, timeout: 300_000 })
        },
        nextRound() {
          endWait?.()
          endWait = null
        },
        stop,
      }
    },
    async values(area, kind, span = PAST) {
      const block = await readBlock(series, { area, quantity: 'load', kind }, span)
      return [...(block?.powerMw ?? [])].map((value) => (Number.isNaN(value) ? null : value))
    },
  }
}

export async function fill(server: TestIngestion): Promise<void> {
  const run = server.start()
  await run.untilWaiting()
  await run.stop()
}

/** The values of a feed, by its number, over whole hours. */
export const expected = (source: TestSource, index: number, span = PAST) => {
  const feed = source.feeds[index]
  if (feed === undefined) throw new Error(`no feed ${index}`)
  return Array.from({ length: Math.floor((span.toUtc - span.fromUtc) / HOUR_MS) }, (_, hour) =>
    source.valueAt(feed, span.fromUtc + hour * HOUR_MS),
  )
}
