import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { createSurplus } from '#server/forecast/model/surplus.ts'
import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { createWeatherSolar } from './weather-solar.ts'
import { tabulateWeather } from './weather-tables.ts'

const SPRING = { from: '2025-01-01', to: '2025-06-30', hasWeather: true }

/** Modules that follow the radiation of their weather: `mwOf` is their size by day. */
function historyOf(mwOf: (day: number) => number): HourlyHistory {
  const history = inventHistory(SPRING)
  const power = (history.weather?.radiationWm2 ?? new Float64Array()).map(
    (radiation, slot) => (radiation / 1000) * mwOf(Math.floor(slot / HOURS_PER_DAY)),
  )
  history.quantities.solar.actual.set(power)
  history.quantities.solar.tso.set(power)
  return history
}

/** The forecast of the last day by hour, and its error as a share of what came. */
function forecastOf(history: HourlyHistory) {
  const prepared = prepareInvented(history, { unpublished: EARLY })
  const { lastDay, weather } = prepared
  if (weather === null) throw new Error('There is no weather')
  const table = createWeatherSolar(prepared, tabulateWeather(weather), createSurplus(prepared))
  const values = table.upTo(lastDay).slice(lastDay * HOURS_PER_DAY)
  const actual = history.quantities.solar.actual.subarray(history.hours - HOURS_PER_DAY)
  const sum = (powers: Float64Array) => powers.reduce((total, value) => total + value, 0)
  const errors = values.map((value, hour) => Math.abs(value - (actual[hour] ?? NaN)))
  return { values, error: sum(errors) / sum(actual) }
}

test('what modules make of the radiation is learned, and none at night', () => {
  const { values, error } = forecastOf(historyOf(() => 8000))
  expect(error).toBeLessThan(0.08)
  expect([values[0], values[23]]).toEqual([0, 0])
})

test('a fleet that grows is followed', () => {
  expect(forecastOf(historyOf((day) => 6000 + 20 * day)).error).toBeLessThan(0.1)
})

test('without the radiation of a day there is no forecast', () => {
  const history = historyOf(() => 8000)
  history.weather?.radiationWm2.fill(NaN, history.hours - HOURS_PER_DAY)
  expect(forecastOf(history).values.every(Number.isNaN)).toBe(true)
})

test('a missing day of the past changes next to nothing', () => {
  const history = historyOf(() => 8000)
  const whole = forecastOf(history).error
  history.quantities.solar.actual.fill(NaN, 150 * HOURS_PER_DAY, 151 * HOURS_PER_DAY)
  expect(Math.abs(forecastOf(history).error - whole)).toBeLessThan(0.02)
})

test('what came of it over the last month scales it', () => {
  const history = historyOf(() => 8000)
  // Snow or a fault: for five weeks a quarter is missing.
  const from = history.hours - 36 * HOURS_PER_DAY
  const { actual } = history.quantities.solar
  actual.set(
    actual.slice(from).map((value) => 0.75 * value),
    from,
  )
  expect(forecastOf(history).error).toBeLessThan(0.2)
})
