import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createQuantityModels } from '#server/forecast/model/quantity-models.ts'
import type { Quantity } from '#server/series/series.ts'
import { WEATHER_FIELDS } from '#server/series/weather/area-weather.ts'
import { inventHistory, EARLY, TEST_PLACE } from '#server/testing/market-history.ts'

const SCORED_DAYS = 40
const SPRING = { from: '2025-01-10', to: '2025-06-10' }

/** Sun and wind of the last days, forecast one after the other: their mean absolute errors, and the last of them. */
function walk(history: HourlyHistory, unpublished: readonly Quantity[]) {
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours: 8, unpublished })
  const { grid } = prepared
  const { models, weatherWeights } = createQuantityModels(prepared)
  const last = grid.days - 2
  const errors = { solar: 0, wind: 0 }
  for (let day = last - SCORED_DAYS; day <= last; day++) {
    prepared.advanceTo(day)
    for (const quantity of ['solar', 'wind'] as const)
      for (const [hour, value] of models[quantity].predict(day).entries()) {
        const slot = grid.slots[day * HOURS_PER_DAY + hour] ?? -1
        errors[quantity] += Math.abs(value - (history.quantities[quantity].actual[slot] ?? NaN))
      }
  }
  return { errors, models, last, weights: weatherWeights(last) }
}

const without = (history: HourlyHistory): HourlyHistory => ({ ...history, weather: null })

describe('an early run with weather', () => {
  const history = inventHistory({ ...SPRING, hasWeather: true })
  const fromHistory = walk(without(history), EARLY)

  test('forecasts wind and sun much better than history does', () => {
    const { errors, weights } = walk(history, EARLY)
    expect(errors.wind).toBeLessThan(0.6 * fromHistory.errors.wind)
    expect(errors.solar).toBeLessThan(0.6 * fromHistory.errors.solar)
    expect(weights).toMatchObject({ load: 1, wind: expect.closeTo(1, 0) })
  })

  test('is the one from history where the weather of the day is missing', () => {
    const gone = inventHistory({ ...SPRING, hasWeather: true })
    for (const field of WEATHER_FIELDS) gone.weather?.[field].fill(NaN, gone.hours - 3 * HOURS_PER_DAY)
    const { models, weights, last } = walk(gone, EARLY)
    expect(weights).toEqual({ load: 0, solar: 0, wind: 0 })
    for (const quantity of ['solar', 'wind'] as const)
      expect(models[quantity].predict(last)).toEqual(fromHistory.models[quantity].predict(last))
    expect(models.load.predict(last).every(Number.isFinite)).toBe(true)
  })

  test('forecasts no more wind in a storm than was ever measured or forecast', () => {
    const year = { from: '2024-04-10', to: '2025-06-10', hasWeather: true }
    const stormy = inventHistory(year)
    const from = stormy.hours - 2 * HOURS_PER_DAY
    stormy.weather?.windSpeedMs.fill(34, from)
    stormy.weather?.windPower.fill(1, from)
    const { models, last } = walk(stormy, EARLY)
    const { actual, tso } = stormy.quantities.wind
    const highest = Math.max(...actual.slice(0, from), ...tso.slice(0, from))
    const powers = models.wind.predict(last)
    expect(Math.max(...powers)).toBeLessThanOrEqual(highest)
    expect(Math.min(...powers)).toBeGreaterThan(0.8 * highest)
  })

  test('does without the temperature where only wind and radiation are given', () => {
    const half = inventHistory({ ...SPRING, hasWeather: true })
    half.weather?.temperatureC.fill(NaN)
    const { errors, weights } = walk(half, EARLY)
    expect(errors.wind).toBeLessThan(0.6 * fromHistory.errors.wind)
    expect(weights.load).toBe(0)
  })
})

test('beside the TSO’s wind and solar, useless weather is worth next to nothing', () => {
  const history = inventHistory({ ...SPRING, hasWeather: true })
  const useless = { ...history, weather: inventHistory({ ...SPRING, hasWeather: true, seed: 77 }).weather }
  const [withWeather, withoutWeather] = [walk(useless, []), walk(without(history), [])]
  for (const quantity of ['wind', 'solar'] as const)
    expect(withWeather.errors[quantity]).toBeLessThan(1.01 * withoutWeather.errors[quantity])
})
