/*
 * The process that tests kill while it does the background work of the server. `fill` reads a month of some areas of the demo
 * source, `forecast` makes every run that is due, each with the clock stopped, so that a repeated run stores the same. `open` only
 * makes the database, or brings its schema up to date. `oldest` makes one with the first schema and a year of values.
 */
import { Registry } from 'prom-client'

import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createForecastSchedule } from '#server/forecast/runs/schedule/forecast-schedule.ts'
import { openCommandDatabase } from '#server/open-database.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import { earlierSchema } from '#server/testing/earlier-schema.ts'

const clock = () => Date.UTC(2026, 10, 20, 16, 30)
const BACKFILL_DAYS = 30
/** With whole hours and with quarter hours. */
const FILLED_AREAS: ReadonlySet<string> = new Set(['BE', 'DE', 'ES', 'FR', 'NL', 'PL'])
const FORECAST_AREAS = ['BE', 'FR'] as const
const leadership = { isLeader: () => true }
function fail(problem: unknown): never {
  throw new Error('The work failed', { cause: problem })
}
const logger = { info: () => undefined, warn: fail, error: fail }

async function fill(database: Database): Promise<void> {
  const end = new AbortController()
  const source = createDemoSource({ clock })
  const ingestion = createIngestion({
    source: { ...source, feeds: source.feeds.filter(({ area }) => FILLED_AREAS.has(area)) },
    database,
    series: createSeriesStore(database),
    registry: new Registry(),
    clock,
    logger,
    leadership,
    backfillDays: BACKFILL_DAYS,
    // The first round reads everything.
    wait: async () => end.abort(),
  })
  await ingestion.run(end.signal)
}

async function forecast(database: Database): Promise<void> {
  const series = createSeriesStore(database)
  const schedule = createForecastSchedule({
    series,
    weather: createWeatherStore(database),
    uploads: createUploadStore(database),
    store: createRunStore(database, series),
    revision: createRevision(database),
    runJob: createForecastThread(),
    clock,
    logger,
    leadership,
    isFilling: async () => false,
    areas: FORECAST_AREAS,
  })
  while ((await schedule.makeDueRuns()) > 0);
}

/** In the words of the first schema, which the product no longer writes: 1000 MW in each hour of 2025. */
async function writeYear(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO series (area, quantity, kind) VALUES ('DE', 'load', 'actual'), ('DE', 'solar', 'actual'), ('DE', 'wind', 'actual')`,
  )
  await database.query(
    `INSERT INTO chunk (series_id, month, step_minutes, power_mw, source, fetched_at)
     SELECT id, month::date, 60, decode(repeat('00007a44', 24 * ((month + interval '1 month')::date - month::date)), 'hex'),
       'test', '2026-11-20T16:30Z'
     FROM series, generate_series(timestamp '2025-01-01', timestamp '2025-12-01', interval '1 month') AS month`,
  )
}

const name = process.argv[2] ?? ''
const work = { open: async () => undefined, oldest: writeYear, fill, forecast }[name]
if (work === undefined) throw new Error('Say open, oldest, fill or forecast')
const database = await openCommandDatabase(readConfig(process.env), {
  mayMake: true,
  ...(name === 'oldest' && { prepareSchema: earlierSchema(1) }),
})
await work(database)
await database.close()
