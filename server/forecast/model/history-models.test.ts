import { describe, expect, test } from 'vitest'

import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { clearSkyEnergy, createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { HOURS_PER_DAY } from './history/day-grid.ts'

const SPRING = { from: '2025-01-10', to: '2025-05-31' }
const lastDayOf = (values: Float64Array) => values.subarray(values.length - HOURS_PER_DAY)
const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
const errorOf = (said: Float64Array, actual: Float64Array) =>
  meanOf(said.map((value, hour) => Math.abs(value - (actual[hour] ?? NaN))))

describe('load without a TSO’s forecast', () => {
  const forecast = (history: HourlyHistory) => {
    const prepared = prepareInvented(history, { unpublished: EARLY })
    return createHistoryLoad(prepared, []).predict(prepared.lastDay)
  }

  test('is that of the week before', () => {
    const history = inventHistory(SPRING)
    const { actual } = history.quantities.load
    expect(errorOf(forecast(history), lastDayOf(actual))).toBeLessThan(300)
  })

  test('follows a level that this morning has', () => {
    const history = inventHistory(SPRING)
    const { actual } = history.quantities.load
    const before = meanOf(forecast(history))
    actual.set(
      actual.slice(-5 * HOURS_PER_DAY).map((mw) => mw + 800),
      actual.length - 5 * HOURS_PER_DAY,
    )
    expect(meanOf(forecast(history))).toBeGreaterThan(before + 200)
  })

  test('is that of two weeks before where a week before is missing', () => {
    const history = inventHistory(SPRING)
    const { actual } = history.quantities.load
    const from = actual.length - 8 * HOURS_PER_DAY
    actual.fill(NaN, from, from + HOURS_PER_DAY)
    expect(errorOf(forecast(history), lastDayOf(actual))).toBeLessThan(400)
  })
})

describe('wind without a TSO’s forecast', () => {
  const forecast = (change: (wind: HourlyHistory['quantities']['wind']) => void) => {
    const history = inventHistory(SPRING)
    change(history.quantities.wind)
    const prepared = prepareInvented(history, { unpublished: EARLY })
    return meanOf(createHistoryWind(prepared).predict(prepared.lastDay))
  }

  test('is more after a windy day than after a calm one', () => {
    const yesterday = (mw: number) => (wind: HourlyHistory['quantities']['wind']) => {
      const from = wind.tso.length - 2 * HOURS_PER_DAY
      // Equal hours in a row would be taken for a stuck meter.
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        wind.tso[from + hour] = mw + hour
        wind.actual[from + hour] = mw + 2 * hour
      }
    }
    expect(forecast(yesterday(2900))).toBeGreaterThan(forecast(yesterday(600)) + 500)
  })

  test('does without hours that are missing this morning', () => {
    const from = (wind: HourlyHistory['quantities']['wind']) => wind.actual.length - 2 * HOURS_PER_DAY
    const whole = forecast(() => {})
    expect(forecast((wind) => wind.actual.fill(NaN, from(wind) + 2, from(wind) + 5))).toBeCloseTo(whole, -2)
  })
})

describe('sun without a TSO’s forecast', () => {
  const forecast = (history: HourlyHistory) => {
    const prepared = prepareInvented(history, { unpublished: EARLY })
    return createHistorySolar(prepared).predict(prepared.lastDay)
  }

  test('is the mean day of the month, and none at night', () => {
    const values = forecast(inventHistory(SPRING))
    const { actual } = inventHistory(SPRING).quantities.solar
    const month = actual.slice(-29 * HOURS_PER_DAY, -HOURS_PER_DAY)
    expect(Math.abs(meanOf(values) - meanOf(month))).toBeLessThan(0.35 * meanOf(month))
    expect(values[0]).toBeLessThan(1)
  })

  test('is never below zero nor above what was ever seen', () => {
    const history = inventHistory(SPRING)
    const { actual, tso } = history.quantities.solar
    tso.set(
      tso.slice(-2 * HOURS_PER_DAY, -HOURS_PER_DAY).map((mw) => 3 * mw),
      tso.length - 2 * HOURS_PER_DAY,
    )
    const values = forecast(history)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThanOrEqual(2 * Math.max(...actual, ...tso))
  })
})

test('the sun’s energy rises to the summer, more so in the north', () => {
  const day = (text: string) => Date.parse(text) / 86_400_000
  const swing = (latitude: number) =>
    clearSkyEnergy(latitude, day('2025-06-21')) / clearSkyEnergy(latitude, day('2025-12-21'))
  expect(swing(40)).toBeGreaterThan(2)
  expect(swing(55)).toBeGreaterThan(2 * swing(40))
  expect(clearSkyEnergy(70, day('2025-12-21'))).toBeCloseTo(0, 9)
})
