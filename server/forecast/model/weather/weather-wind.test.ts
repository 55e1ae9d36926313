import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { createSurplus } from '#server/forecast/model/surplus.ts'
import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { tabulateWeather } from './weather-tables.ts'
import { createWeatherWind } from './weather-wind.ts'

const YEAR = { from: '2024-06-01', to: '2025-06-30', hasWeather: true }

/** A fleet that follows the wind of its weather: `mwOf` is its size by day. */
function historyOf(mwOf: (day: number) => number): HourlyHistory {
  const history = inventHistory(YEAR)
  const power = (history.weather?.windPower ?? new Float64Array()).map(
    (share, slot) => share * mwOf(Math.floor(slot / HOURS_PER_DAY)),
  )
  history.quantities.wind.actual.set(power)
  history.quantities.wind.tso.set(power)
  return history
}

/** The forecast of the last day by hour, and its error as a share of what came. */
function forecastOf(history: HourlyHistory) {
  const prepared = prepareInvented(history, { unpublished: EARLY })
  const { lastDay, weather } = prepared
  if (weather === null) throw new Error('There is no weather')
  const table = createWeatherWind(prepared, tabulateWeather(weather), createSurplus(prepared))
  const values = table.upTo(lastDay).slice(lastDay * HOURS_PER_DAY)
  const actual = history.quantities.wind.actual.subarray(history.hours - HOURS_PER_DAY)
  const sum = (powers: Float64Array) => powers.reduce((total, value) => total + value, 0)
  const errors = values.map((value, hour) => Math.abs(value - (actual[hour] ?? NaN)))
  return { values, error: sum(errors) / sum(actual) }
}

test('the power curve of a fleet is learned', () => {
  expect(forecastOf(historyOf(() => 4000)).error).toBeLessThan(0.1)
})

test('a fleet that grows is followed', () => {
  expect(forecastOf(historyOf((day) => 3000 + 2 * day)).error).toBeLessThan(0.15)
})

test('without the wind of a day there is no forecast, and a short hole is bridged', () => {
  const history = historyOf(() => 4000)
  const from = history.hours - HOURS_PER_DAY
  history.weather?.windSpeedMs.fill(NaN, from + 5, from + 7)
  expect(forecastOf(history).values.every(Number.isFinite)).toBe(true)
  history.weather?.windSpeedMs.fill(NaN, from)
  expect(forecastOf(history).values.every(Number.isNaN)).toBe(true)
})

test('a missing day of the past changes next to nothing', () => {
  const history = historyOf(() => 4000)
  const whole = forecastOf(history).error
  history.quantities.wind.actual.fill(NaN, 200 * HOURS_PER_DAY, 201 * HOURS_PER_DAY)
  expect(Math.abs(forecastOf(history).error - whole)).toBeLessThan(0.01)
})

test('nothing is forecast before six weeks are known', () => {
  const short = inventHistory({ ...YEAR, from: '2025-05-25' })
  expect(forecastOf(short).values.every(Number.isNaN)).toBe(true)
})
