import type { MemberCode } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#server/series/series.ts'
import type { PointWeather, WeatherPoint, WeatherRun, WeatherSource } from '#server/sources/weather-source.ts'

import { DEMO_AREAS } from './areas.ts'
import type { Ticks } from './noise.ts'
import { demoWeatherForecast } from './weather-forecast.ts'
import { OFFSHORE_SPEED } from './wind.ts'

const MODEL = 'demo'
/** As often and as late as real weather models. */
const RUN_EVERY_MS = 6 * HOUR_MS
const DELAY_MS = 5 * HOUR_MS + 30 * MINUTE_MS

/** The forecasts learn next to nothing from older weather, and the first start should be quick. */
const PAST_DAYS = 400

const AREAS = new Map(DEMO_AREAS.map((area) => [area.code, area]))

function newestRun(now: number): WeatherRun {
  const runUtc = Math.floor((now - DELAY_MS) / RUN_EVERY_MS) * RUN_EVERY_MS
  return { runUtc, readyAtUtc: runUtc + DELAY_MS }
}

/** Weather of the points of one area: the area's own, and stronger wind at sea. */
function weatherOf(code: MemberCode, ticks: Ticks): { land: PointWeather; sea: PointWeather } {
  const area = AREAS.get(code)
  if (area === undefined) throw new Error(`the demo does not know ${code}`)
  const land = demoWeatherForecast(area, ticks)
  return { land, sea: { ...land, windSpeedMs: land.windSpeedMs.map((speed) => speed * OFFSHORE_SPEED) } }
}

/**
 * Forecasts of the demo's own weather, a pure function of time: what drives the demo's wind, sun and load, with the error of a
 * day-ahead forecast. All runs say the same of an hour.
 */
export function createDemoWeatherSource({ clock }: { clock: Clock }): WeatherSource {
  function answer(points: readonly WeatherPoint[], { fromUtc, toUtc }: Span, runUtc: number | null) {
    const ticks = { fromUtc, stepMs: HOUR_MS, count: (toUtc - fromUtc) / HOUR_MS }
    const areas = new Map(
      [...new Set(points.map(({ area }) => area))].map((area) => [area, weatherOf(area, ticks)]),
    )
    return {
      startsAtUtc: fromUtc,
      points: points.flatMap(({ area, isOffshore }) => areas.get(area)?.[isOffshore ? 'sea' : 'land'] ?? []),
      model: MODEL,
      runUtc,
      fetchedAtUtc: clock(),
    }
  }
  return {
    name: 'demo',
    label: 'Demo data',
    credit: null,
    isDemo: true,
    model: MODEL,
    async newestRun() {
      return newestRun(clock())
    },
    async fetch(points, span, signal) {
      signal.throwIfAborted()
      return answer(points, span, newestRun(clock()).runUtc)
    },
    pastDays: PAST_DAYS,
    async fetchPast(points, span, signal) {
      signal.throwIfAborted()
      return answer(points, span, null)
    },
  }
}
