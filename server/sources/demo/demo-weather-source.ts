import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { PointWeather, WeatherPoint, WeatherRun, WeatherSource } from '#server/sources/weather-source.ts'

import { demoArea } from './areas.ts'
import type { Curve } from './noise.ts'
import { OFFSHORE_SPEED, sunHeight, weatherOver } from './weather.ts'

const RUN_EVERY_MS = 6 * HOUR_MS
const DELAY_MS = 5 * HOUR_MS + 30 * MINUTE_MS

/** All days that a first start replays learn from the same weather, in one go. */
const PAST_DAYS = 365

/** Radiation on level ground with the sun at the zenith. */
const CLEAR_SKY_WM2 = 950

function newestRun(now: number): WeatherRun {
  const runUtc = Math.floor((now - DELAY_MS) / RUN_EVERY_MS) * RUN_EVERY_MS
  return { runUtc, readyAtUtc: runUtc + DELAY_MS }
}

/** Weather with the error of a day-ahead forecast. */
function weatherOf(code: MemberCode, { fromUtc, toUtc }: Span): PointWeather {
  const area = demoArea(code)
  const { temperatureC, windSpeedMs, cloudTransmission } = weatherOver(area, 'weather service')
  const radiationWm2: Curve = (utc) =>
    CLEAR_SKY_WM2 * Math.max(0, sunHeight(area.latitude, area.longitude, utc)) * cloudTransmission(utc)
  const hours = new Float64Array((toUtc - fromUtc) / HOUR_MS)
  const byHour = (curve: Curve) => hours.map((_, hour) => curve(fromUtc + (hour + 0.5) * HOUR_MS))
  return {
    temperatureC: byHour(temperatureC),
    windSpeedMs: byHour(windSpeedMs),
    radiationWm2: byHour(radiationWm2),
  }
}

function weatherAt(points: readonly WeatherPoint[], span: Span): PointWeather[] {
  const codes = new Set(points.map(({ area }) => area))
  const land = new Map([...codes].map((code) => [code, weatherOf(code, span)]))
  return points.flatMap(({ area, isOffshore }) => {
    const weather = land.get(area)
    if (weather === undefined || !isOffshore) return weather ?? []
    return { ...weather, windSpeedMs: weather.windSpeedMs.map((speed) => speed * OFFSHORE_SPEED) }
  })
}

/** All runs are identical. */
export function createDemoWeatherSource({ clock }: { clock: Clock }): WeatherSource {
  return {
    name: 'demo',
    label: 'Demo data',
    credit: null,
    isDemo: true,
    model: 'demo',
    newestRun: async () => newestRun(clock()),
    async fetch(points, span, signal) {
      signal.throwIfAborted()
      return { points: weatherAt(points, span), runUtc: newestRun(clock()).runUtc }
    },
    pastDays: PAST_DAYS,
    async fetchPast(points, span, signal) {
      signal.throwIfAborted()
      return weatherAt(points, span)
    },
  }
}
