import { expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { WeatherPoint } from '#server/sources/weather-source.ts'

import { demoArea } from './areas.ts'
import { createDemoWeatherSource } from './demo-weather-source.ts'
import type { Curve } from './noise.ts'
import { weatherOver, windMw } from './weather.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 8)
const YEAR = { fromUtc: Date.UTC(2025, 10, 20), toUtc: Date.UTC(2026, 10, 20) }
const signal = new AbortController().signal
const source = createDemoWeatherSource({ clock: () => NOW_UTC })

const point = (isOffshore = false): WeatherPoint => ({
  area: 'DE',
  name: 'somewhere',
  latitude: 51,
  longitude: 10,
  isOffshore,
  wind: 100,
  solar: 100,
  load: 100,
})

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanError = (values: Float64Array, others: Float64Array) =>
  meanOf(values.map((value, index) => Math.abs(value - (others[index] ?? 0))))

const germany = demoArea('DE')
const truth = weatherOver(germany, 'actual')
const byHour = (curve: Curve) =>
  new Float64Array(365 * 24).map((_, hour) => curve(YEAR.fromUtc + (hour + 0.5) * HOUR_MS))

test('the weather is that of the demo, with the error of a day-ahead forecast', async () => {
  const { points } = await source.fetch([point()], YEAR, signal)
  const [weather] = points
  if (weather === undefined) throw new Error('no weather')
  const wind = meanError(weather.windSpeedMs, byHour(truth.windSpeedMs))
  expect(wind).toBeGreaterThan(0.3)
  expect(wind).toBeLessThan(0.5)
  const temperature = meanError(weather.temperatureC, byHour(truth.temperatureC))
  expect(temperature).toBeGreaterThan(0.4)
  expect(temperature).toBeLessThan(0.65)
})

test('wind drives the wind power of the demo, and radiation is dark at night', async () => {
  const { points } = await source.fetch([point()], YEAR, signal)
  const speeds = points[0]?.windSpeedMs ?? new Float64Array()
  const power = byHour(windMw(germany, truth))
  const isStrong = (_: number, index: number) => (speeds[index] ?? 0) > 9
  const isWeak = (_: number, index: number) => (speeds[index] ?? 0) < 6
  expect(meanOf(power.filter(isStrong))).toBeGreaterThan(3 * meanOf(power.filter(isWeak)))
  const radiation = points[0]?.radiationWm2 ?? new Float64Array()
  expect(radiation[0]).toBe(0)
  expect(Math.max(...radiation)).toBeGreaterThan(600)
  expect(Math.max(...radiation)).toBeLessThan(950)
})

test('an hour has the same weather whatever is asked for, today and in the past, and more wind at sea', async () => {
  const span = { fromUtc: YEAR.toUtc - DAY_MS, toUtc: YEAR.toUtc }
  const [whole, part] = [
    await source.fetchPast?.([point()], YEAR, signal),
    await source.fetch([point(true), point()], span, signal),
  ]
  expect(part.points[1]?.windSpeedMs).toEqual(whole?.[0]?.windSpeedMs.slice(-24))
  expect(part.points[0]?.windSpeedMs[5]).toBeGreaterThan(part.points[1]?.windSpeedMs[5] ?? 0)
})

test('a run comes every six hours, five and a half hours after it began', async () => {
  expect(await source.newestRun(signal)).toEqual({
    runUtc: Date.UTC(2026, 10, 20),
    readyAtUtc: Date.UTC(2026, 10, 20, 5, 30),
  })
})
