import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { DAY_MS, HOUR_MS } from '#server/series/series.ts'
import type { Kind, SeriesStore, Span } from '#server/series/series.ts'

import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import type { Ingestion, IngestionParts } from '#server/sources/ingestion/ingestion.ts'
import type { TestSource } from './source.ts'

/** Half past twelve. */
export const NOW_UTC = Date.UTC(2026, 10, 20, 12, 30)
export const BACKFILL_DAYS = 60
/** The days to be filled, as far as whole hours are over. */
export const PAST: Span = {
  fromUtc: Date.UTC(2026, 10, 20) - BACKFILL_DAYS * DAY_MS,
  toUtc: Date.UTC(2026, 10, 20, 12),
}

export interface TestIngestion {
  ingestion: Ingestion
  series: SeriesStore
  registry: Registry
  source: TestSource
  start(): { stop(): Promise<void> }
  values(area: MemberCode, kind: Kind, span?: Span): Promise<(number | null)[]>
}

/** Ingestion of a test source into a database; what a test starts ends with it. */
export function createTestIngestion(
  database: Database,
  source: TestSource,
  changes: Partial<IngestionParts> = {},
): TestIngestion {
  const registry = new Registry()
  const series = createSeriesStore(database)
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
    ...changes,
  })
  return {
    ingestion,
    series,
    registry,
    source,
    start() {
      const controller = new AbortController()
      const running = ingestion.run(controller.signal)
      const stop = async () => {
        controller.abort()
        await running
      }
      onTestFinished(stop)
      return { stop }
    },
    async values(area, kind, span = PAST) {
      const [block] = await series.read([{ area, quantity: 'load', kind }], span)
      return [...(block?.powerMw ?? [])].map((value) => (Number.isNaN(value) ? null : value))
    },
  }
}

/** Waits until a source has not been asked for a while. */
export async function untilQuiet(source: TestSource): Promise<void> {
  for (let asked = -1; asked !== source.asked.length;) {
    asked = source.asked.length
    await sleep(150)
  }
}

/** Reads all that there is. */
export async function fill(server: TestIngestion): Promise<void> {
  const run = server.start()
  await untilQuiet(server.source)
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

/** As fresh as a new one, and much sooner there. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.query('TRUNCATE chunk, ingestion_state')
}
