import { expect, test } from 'vitest'

import { createSurplus } from '#server/forecast/model/history/surplus.ts'
import type { Quantity } from '#server/series/series.ts'
import { WEATHER_FIELDS } from '#server/series/store/area-weather.ts'
import { inventHistory, EARLY, prepareInvented } from '#server/testing/market-history.ts'

import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { HOURS_PER_DAY } from './history/day-grid.ts'
import { rowOf } from './history/day-table.ts'
import type { PreparedHistory } from './history/prepared-history.ts'
import { createQuantityModels } from './quantity-models.ts'
import { createWeatherModels } from './weather/weather-models.ts'

const SPRING = { from: '2025-03-01', to: '2025-05-31' }
const FROM_HISTORY = {
  load: (history: PreparedHistory) => createHistoryLoad(history, []),
  solar: createHistorySolar,
  wind: createHistoryWind,
}

test.each(['load', 'solar', 'wind'] as const)(
  '%s of an hour that the TSO lacks is from history',
  (quantity) => {
    const history = inventHistory(SPRING)
    // Shorter holes are filled.
    history.quantities[quantity].tso.fill(NaN, history.hours - 12)
    const prepared = prepareInvented(history)
    const values = createQuantityModels(prepared).models[quantity].predict(prepared.lastDay)
    const fromHistory = FROM_HISTORY[quantity](prepared).predict(prepared.lastDay)
    expect(values.slice(12)).toEqual(fromHistory.slice(12))
    expect(values[11]).not.toBe(fromHistory[11])
  },
)

test('as if not published, no forecast of the TSO counts, of no day', () => {
  const history = inventHistory(SPRING)
  const forecasts = () => {
    const prepared = prepareInvented(history, { unpublished: EARLY })
    const { load, ...parts } = createQuantityModels(prepared).models
    const day = prepared.lastDay - 1
    for (const part of EARLY)
      expect(parts[part].predict(day)).toEqual(FROM_HISTORY[part](prepared).predict(day))
    return load.predict(day)
  }
  const before = forecasts()
  for (const part of EARLY) history.quantities[part].tso.reverse()
  expect(forecasts()).toEqual(before)
})

test('weather has a smaller weight in a quarter of the day in which history knows the wind better', () => {
  const history = inventHistory({ ...SPRING, hasWeather: true })
  const { grid } = prepareInvented(history)
  for (const [cell, slot] of grid.slots.entries())
    if (cell % HOURS_PER_DAY < 6)
      history.quantities.wind.actual[slot] = 8000 + 6000 * Math.sin(Math.floor(cell / HOURS_PER_DAY) / 4)
  const prepared = prepareInvented(history, { unpublished: EARLY })
  const weather = createWeatherModels(prepared, createSurplus(prepared))
  const { models } = createQuantityModels(prepared)
  models.wind.predict(prepared.lastDay - 1)
  const values = models.wind.predict(prepared.lastDay)
  const ofWeather = weather && rowOf(weather.wind, prepared.lastDay)
  const own = createHistoryWind(prepared).predict(prepared.lastDay)
  const shareOf = (hour: number) =>
    ((values[hour] ?? NaN) - (own[hour] ?? NaN)) / ((ofWeather?.[hour] ?? NaN) - (own[hour] ?? NaN))
  expect(Math.max(shareOf(0), shareOf(5))).toBeLessThan(0.7)
  expect(Math.min(shareOf(6), shareOf(23))).toBeGreaterThan(0.9)
})

test('weather has the weight that it earned, and none on a day that lacks it', () => {
  const history = inventHistory({ ...SPRING, hasWeather: true })
  const windOf = (unpublished: readonly Quantity[] = EARLY) => {
    const prepared = prepareInvented(history, { unpublished })
    const { lastDay } = prepared
    const { models, weatherWeights } = createQuantityModels(prepared)
    const weather = createWeatherModels(prepared, createSurplus(prepared))
    models.wind.predict(lastDay - 1)
    return {
      values: models.wind.predict(lastDay),
      weights: weatherWeights(lastDay),
      own: createHistoryWind(prepared).predict(lastDay),
      ofWeather: weather && rowOf(weather.wind, lastDay),
    }
  }
  const { values, weights, own, ofWeather } = windOf()
  expect(weights).toMatchObject({ load: 1, wind: expect.closeTo(1, 1) })
  const shares = own.map((mw, hour) => ((values[hour] ?? NaN) - mw) / ((ofWeather?.[hour] ?? NaN) - mw))
  expect(shares.reduce((sum, share) => sum + share, 0) / HOURS_PER_DAY).toBeCloseTo(weights.wind, 6)
  expect(windOf([]).weights.wind).toBeCloseTo(0, 1)
  for (const field of WEATHER_FIELDS) history.weather?.[field].fill(NaN, history.hours - HOURS_PER_DAY)
  expect(windOf()).toMatchObject({ values: own, weights: { load: 0, wind: 0 } })
})
