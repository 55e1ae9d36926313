import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { createSurplus } from '#server/forecast/model/history/surplus.ts'
import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { createWeatherSolar } from './weather-solar.ts'
import { tabulateWeather } from './weather-tables.ts'
import { createWeatherWind } from './weather-wind.ts'

const SOLAR = { quantity: 'solar', make: createWeatherSolar, by: 'radiationWm2', perUnit: 1 / 1000 } as const
const WIND = { quantity: 'wind', make: createWeatherWind, by: 'windPower', perUnit: 1 } as const
const SPRING = { from: '2025-01-01', to: '2025-06-30', hasWeather: true }
const YEAR = { ...SPRING, from: '2024-06-01' }

/** A fleet that follows its weather: `mwOf` is its size by day. */
function historyOf({ quantity, by, perUnit }: typeof SOLAR | typeof WIND, mwOf: (day: number) => number) {
  const history = inventHistory(quantity === 'solar' ? SPRING : YEAR)
  const power = (history.weather?.[by] ?? new Float64Array()).map(
    (share, slot) => share * perUnit * mwOf(Math.floor(slot / HOURS_PER_DAY)),
  )
  history.quantities[quantity].actual.set(power)
  history.quantities[quantity].tso.set(power)
  return history
}

/** The forecast of the last day by hour, and the errors of the last four weeks as a share of what came. */
function forecastOf({ quantity, make }: typeof SOLAR | typeof WIND, history: HourlyHistory) {
  const prepared = prepareInvented(history, { unpublished: EARLY })
  const { lastDay, weather } = prepared
  if (weather === null) throw new Error('There is no weather')
  const table = make(prepared, tabulateWeather(weather), createSurplus(prepared)).upTo(lastDay)
  const lastWeeks = -28 * HOURS_PER_DAY
  const actual = history.quantities[quantity].actual.slice(lastWeeks)
  const sum = (powers: Float64Array) => powers.reduce((total, value) => total + value, 0)
  const errors = table.slice(lastWeeks).map((value, hour) => Math.abs(value - (actual[hour] ?? NaN)))
  return { values: table.slice(-HOURS_PER_DAY), error: sum(errors) / sum(actual) }
}

describe.each([
  // Wind follows growth only as far as the days that it learns from have seen it.
  { of: SOLAR, mw: 8000, most: 0.06, growing: (day: number) => 6000 + 20 * day, grown: 0.07 },
  { of: WIND, mw: 4000, most: 0.03, growing: (day: number) => 3000 + 0.5 * day, grown: 0.06 },
])('of $of.quantity', ({ of, mw, most, growing, grown }) => {
  const steady = () => historyOf(of, () => mw)

  test('what a fleet makes of its weather is learned', () => {
    expect(forecastOf(of, steady()).error).toBeLessThan(most)
  })

  test('a fleet that grows is followed', () => {
    expect(forecastOf(of, historyOf(of, growing)).error).toBeLessThan(grown)
  })

  test('a missing day of the past changes next to nothing', () => {
    const history = steady()
    const whole = forecastOf(of, history).error
    history.quantities[of.quantity].actual.fill(NaN, 150 * HOURS_PER_DAY, 151 * HOURS_PER_DAY)
    expect(Math.abs(forecastOf(of, history).error - whole)).toBeLessThan(0.001)
  })
})

test('there is no sun at night, and without the radiation of a day no forecast', () => {
  const history = historyOf(SOLAR, () => 8000)
  const { values } = forecastOf(SOLAR, history)
  expect([values[0], values[23]]).toEqual([0, 0])
  history.weather?.radiationWm2.fill(NaN, history.hours - HOURS_PER_DAY)
  expect(forecastOf(SOLAR, history).values.every(Number.isNaN)).toBe(true)
})

test('what came of the radiation over the last month scales it', () => {
  const history = historyOf(SOLAR, () => 8000)
  // Snow or a fault: for three weeks a quarter is missing.
  const from = history.hours - 21 * HOURS_PER_DAY
  const late = history.quantities.solar.actual.subarray(from)
  late.set(late.map((value) => 0.75 * value))
  expect(forecastOf(SOLAR, history).error).toBeLessThan(0.2)
})

test('without the wind of a day there is no forecast, and a short hole is bridged', () => {
  const history = historyOf(WIND, () => 4000)
  const from = history.hours - HOURS_PER_DAY
  history.weather?.windSpeedMs.fill(NaN, from + 5, from + 7)
  expect(forecastOf(WIND, history).values.every(Number.isFinite)).toBe(true)
  history.weather?.windSpeedMs.fill(NaN, from)
  expect(forecastOf(WIND, history).values.every(Number.isNaN)).toBe(true)
})

test('no wind is forecast before six weeks are known', () => {
  const short = inventHistory({ ...YEAR, from: '2025-05-25' })
  expect(forecastOf(WIND, short).values.every(Number.isNaN)).toBe(true)
})
