import { pino } from 'pino'
import { Registry } from 'prom-client'

import type { MemberCode } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type SeriesStore, type Span } from '#server/series/series.ts'
import { createEntsoeSource } from '#server/sources/entsoe/entsoe-source.ts'
import { createFileLibrary } from '#server/sources/entsoe/file-library.ts'
import { createIngestion, type Ingestion } from '#server/sources/ingestion/ingestion.ts'
import type { Timer } from '#server/sources/pace.ts'
import type { Source } from '#server/sources/source.ts'

import { startEntsoeService, type EntsoeService } from './entsoe-service.ts'
import { readBlock } from './read-block.ts'
import { partsInMemory } from './source.ts'

export interface ReplayOptions {
  database: Database
  startUtc: number
  areas: readonly MemberCode[]
  backfillDays: number
  /** Whether the product has a login for the File Library. */
  hasLibrary?: boolean
  changes?: Partial<Source>
}

export interface EntsoeReplay {
  service: EntsoeService
  ingestion: Ingestion
  series: SeriesStore
  now: () => number
  /** What was logged as a warning. */
  warnings: () => string
  /** Lets this much time pass, as fast as it goes. */
  pass(milliseconds: number): Promise<void>
  /** Hours of a span without a value of an area's load. */
  missingHours(area: MemberCode, kind: 'actual' | 'tso', span: Span): Promise<number>
  close(): Promise<void>
}

/** The product's ingestion in front of the simulated service, under a clock that jumps over every wait. */
export async function startReplay(options: ReplayOptions): Promise<EntsoeReplay> {
  const { database, startUtc, areas, backfillDays, hasLibrary = false, changes = {} } = options
  let nowUtc = startUtc
  let untilUtc = startUtc
  let reached = () => {}
  let goOn = () => {}
  let logged = ''
  const controller = new AbortController()
  const clock = () => nowUtc
  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const endUtc = nowUtc + milliseconds
    if (endUtc > untilUtc) {
      reached()
      await new Promise<void>((resolve) => {
        goOn = resolve
        signal.addEventListener('abort', () => resolve())
      })
      signal.throwIfAborted()
      return wait(endUtc - nowUtc, signal)
    }
    nowUtc = endUtc
  }
  const timer: Timer = { now: clock, wait }
  const service = await startEntsoeService(clock)
  const { library } = service
  library.areas = areas
  const parts = partsInMemory()
  const common = { clock, timer, parts }
  const all = createEntsoeSource({
    ...common,
    url: service.url,
    token: 'token',
    ...(hasLibrary ? { library: createFileLibrary({ ...common, ...library }) } : {}),
  })
  const source = { ...all, ...changes, feeds: all.feeds.filter(({ area }) => areas.includes(area)) }
  const series = createSeriesStore(database)
  const ingestion = createIngestion({
    source,
    database,
    series,
    registry: new Registry(),
    clock,
    logger: pino({ level: 'warn' }, { write: (line) => void (logged += line) }),
    leadership: { isLeader: () => true },
    backfillDays,
    retryWaitMs: 1,
    wait,
  })
  let running: Promise<void> | null = null
  return {
    service,
    ingestion,
    series,
    now: clock,
    warnings: () => logged,
    async pass(milliseconds) {
      untilUtc += milliseconds
      const isReached = new Promise<void>((resolve) => {
        reached = resolve
      })
      goOn()
      running ??= ingestion.run(controller.signal)
      await isReached
      nowUtc = untilUtc
    },
    async missingHours(area, kind, span) {
      const block = await readBlock(series, { area, quantity: 'load', kind }, span)
      const perHour = 60 / block.stepMinutes
      const present = block.powerMw.filter((value) => !Number.isNaN(value)).length / perHour
      return (span.toUtc - span.fromUtc) / HOUR_MS - present
    },
    async close() {
      controller.abort()
      await running
      await service.close()
    },
  }
}
