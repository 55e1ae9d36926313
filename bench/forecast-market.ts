import { MEMBER_CODES } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createForecastSchedule } from '#server/forecast/runs/schedule/forecast-schedule.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { DAY_MS, HOUR_MS } from '#server/series/series.ts'
import { emptyWeather } from '#server/series/weather/area-weather.ts'
import { createWeatherStore, type WeatherStore } from '#server/series/weather/weather-store.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { createDemoWeatherSource } from '#server/sources/demo/demo-weather-source.ts'
import { ingestSpan } from '#server/sources/ingestion/ingest-span.ts'
import { pointsOf } from '#server/sources/weather/area-points.ts'
import { fillSpan } from '#server/sources/weather/fill-span.ts'
import { createPastDays } from '#server/sources/weather/past-days.ts'

/** Noon of a day when all forecasts of the next day have been published. */
const FIRST_NOON_UTC = Date.UTC(2026, 9, 5, 10)

const silent = { info() {}, warn() {}, error: (fields: unknown) => console.error(fields) }

/** The product's forecasts on their own database, with demo data and at a time that the benchmark sets. */
export function createMarket(database: Database) {
  let nowUtc = FIRST_NOON_UTC
  let hasWeather = true
  const clock = () => nowUtc
  const series = createSeriesStore(database)
  const weather = createWeatherStore(database)
  const runs = createRunStore(database, series)
  const source = createDemoSource({ clock })
  const weatherSource = createDemoWeatherSource({ clock })
  let thread = createForecastThread()
  const schedule = createForecastSchedule({
    series,
    weather: {
      readDayAhead: (...asked) => (hasWeather ? weather.readDayAhead(...asked) : noWeather(...asked)),
      newestOf: async (...asked) => (hasWeather ? weather.newestOf(...asked) : new Map()),
    },
    // A run without weather does not count errors of runs with it, and would make those of all days again.
    store: {
      ...runs,
      runs: async (...asked) => (await runs.runs(...asked)).map((run) => ({ ...run, weather: null })),
    },
    revision: createRevision(database, clock),
    thread: { run: (job) => thread.run(job), close: () => thread.close() },
    clock,
    logger: silent,
    leadership: { isLeader: () => true },
    isFilling: async () => false,
  })
  const dayOf = (utc: number) => new Date(utc).toISOString().slice(0, 10)
  return {
    /** Reads the days up to now, and of the weather as far as its source goes back. */
    async read(days: number) {
      const { signal } = new AbortController()
      const span = { fromUtc: nowUtc - days * DAY_MS, toUtc: nowUtc + 3 * DAY_MS }
      const { failures } = await ingestSpan(
        { source, database, series, clock, areas: MEMBER_CODES, span },
        signal,
      )
      if (failures.length > 0) throw new Error(`${failures[0]?.feed}: ${failures[0]?.reason}`)
      const { failure } = await fillSpan(
        {
          source: weatherSource,
          store: weather,
          past: createPastDays(database, weatherSource),
          pointsOf,
          areas: MEMBER_CODES,
          fromDay: dayOf(nowUtc - Math.min(days, weatherSource.pastDays) * DAY_MS),
          toDay: dayOf(nowUtc + DAY_MS),
        },
        signal,
      )
      if (failure !== null) throw new Error(failure)
    },
    useWeather(isUsed: boolean) {
      hasWeather = isUsed
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
    /** The server's thread ends when it has nothing to do for a minute. */
    async startNewThread() {
      await thread.close()
      thread = createForecastThread()
    },
    close: () => thread.close(),
  }
}

const noWeather: WeatherStore['readDayAhead'] = async (_area, { fromDay, toDay }) => ({
  weather: emptyWeather(Date.parse(fromDay), (Date.parse(toDay) - Date.parse(fromDay)) / HOUR_MS),
  days: [],
})
