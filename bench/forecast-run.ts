import { monitorEventLoopDelay } from 'node:perf_hooks'

import { MEMBER_CODES } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { createForecastSchedule } from '#server/forecast/runs/forecast-schedule.ts'
import { createForecastThread } from '#server/forecast/runs/forecast-thread.ts'
import { createRunStore } from '#server/forecast/runs/run-store.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { DAY_MS, type Span } from '#server/series/series.ts'
import { createWeatherStore } from '#server/series/weather/weather-store.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { ingestSpan } from '#server/sources/ingestion/ingest-span.ts'

import { makeEmbedded } from './bench-database.ts'
import { atMost, type Figure, median } from './figure.ts'
import { cpuTimeMs, threadIds } from './thread-time.ts'

const HISTORY_DAYS = 730
/** Noon of a day when all forecasts of the next day have been published. */
const FIRST_NOON_UTC = Date.UTC(2026, 9, 5, 10)
const ROUNDS = 5
const LIMIT_S = 2
/** Delays below this go unnoticed. */
const LONGEST_DELAY_MS = 50
const DELAY_RESOLUTION_MS = 1

const silent = { info() {}, warn() {}, error: (fields: unknown) => console.error(fields) }

/** The product's forecasts on their own database, at a time that the benchmark sets. */
function createMarket(database: Database) {
  let nowUtc = FIRST_NOON_UTC
  const clock = () => nowUtc
  const series = createSeriesStore(database)
  const thread = createForecastThread()
  const source = createDemoSource({ clock })
  const schedule = createForecastSchedule({
    series,
    weather: createWeatherStore(database),
    store: createRunStore(database),
    revision: createRevision(database, () => nowUtc),
    thread,
    clock,
    logger: silent,
    leadership: { isLeader: () => true },
    isFilling: async () => false,
  })
  return {
    async read(days: number) {
      const span: Span = { fromUtc: nowUtc - days * DAY_MS, toUtc: nowUtc + 3 * DAY_MS }
      const { failures } = await ingestSpan(
        { source, database, series, clock, areas: MEMBER_CODES, span },
        new AbortController().signal,
      )
      if (failures.length > 0) throw new Error(`${failures[0]?.feed}: ${failures[0]?.reason}`)
    },
    /** Tomorrow's runs. */
    makeDueRuns: () => schedule.makeDueRuns(),
    /** The same, and what the past lacks. */
    async makeAllRuns() {
      while ((await schedule.makeDueRuns()) > 0);
    },
    sleepUntilTomorrow() {
      nowUtc += DAY_MS
    },
    close: () => thread.close(),
  }
}

interface Round {
  busyS: number
  longestDelayMs: number
}

/** One day's forecasts of all areas, computed on `thread`. */
async function measureRun(makeDueRuns: () => Promise<number>, thread: readonly string[]): Promise<Round> {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  const before = await cpuTimeMs(thread)
  delay.enable()
  const made = await makeDueRuns()
  delay.disable()
  if (made !== MEMBER_CODES.length) throw new Error(`${made} of ${MEMBER_CODES.length} runs were made`)
  return {
    busyS: ((await cpuTimeMs(thread)) - before) / 1000,
    longestDelayMs: delay.max / 1e6 - DELAY_RESOLUTION_MS,
  }
}

/** Tomorrow's forecasts of all areas on two years of demo data, day after day. */
export async function measureForecastRun(): Promise<Figure[]> {
  const made = await makeEmbedded()
  const market = createMarket(made.database)
  try {
    await market.read(HISTORY_DAYS)
    const others = new Set(await threadIds())
    // The first calls start the thread and also make past forecasts, which later ones need for their weights.
    await market.makeAllRuns()
    const thread = (await threadIds()).filter((id) => !others.has(id))
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      market.sleepUntilTomorrow()
      await market.read(1)
      rounds.push(await measureRun(market.makeDueRuns, thread))
      await market.makeAllRuns()
    }
    return [
      atMost(
        { what: 'a forecast run of all areas, time of its thread', against: 'one core', unit: 's' },
        median(rounds.map(({ busyS }) => busyS)),
        LIMIT_S,
      ),
      atMost(
        { what: 'longest delay of the event loop meanwhile', against: 'a delay nobody notices', unit: 'ms' },
        median(rounds.map(({ longestDelayMs }) => longestDelayMs)),
        LONGEST_DELAY_MS,
      ),
    ]
  } finally {
    await market.close()
    await made.remove()
  }
}
