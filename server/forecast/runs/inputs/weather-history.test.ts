import { expect, test } from 'vitest'

import { MARKET_ZONE } from '#contract/wall-time.ts'
import { createDayGrid, layOverDays } from '#server/forecast/model/history/day-grid.ts'
import { timeOfDay } from '#server/forecast/runs/market-day.ts'
import { HOUR_MS, type Span } from '#server/series/series.ts'
import { emptyWeather, type AreaWeather } from '#server/series/weather/area-weather.ts'

import { readWeatherPast } from './weather-history.ts'

/** Two days of weather, whose temperature is the number of its hour. */
const store = {
  async readDayAhead(_area: string, { fromDay }: { fromDay: string }) {
    const weather = emptyWeather(timeOfDay(fromDay), 48)
    for (let hour = 0; hour < 48; hour++) weather.temperatureC[hour] = hour
    const [day, model, runUtc, knownAtUtc, fetchedAtUtc] = [fromDay, 'test', null, 0, 0] as const
    return { weather, days: [{ day, model, runUtc, knownAtUtc, fetchedAtUtc, weather }] }
  },
}

/** The temperatures of a history by its hours. */
function temperaturesOf(weather: AreaWeather | null, zone: string, { fromUtc, toUtc }: Span): number[] {
  const grid = createDayGrid(zone, fromUtc, (toUtc - fromUtc) / HOUR_MS)
  const table = layOverDays(grid, weather?.temperatureC ?? new Float64Array(), weather?.startsAtUtc)
  return [...table].filter((_, cell) => (grid.slots[cell] ?? -1) >= 0)
}

test.each([
  ['from its beginning', 0, [0, 1, 2]],
  // The day of Bucharest begins an hour before that of the market.
  ['of a zone further east', -1, [23, 24, 25]],
  ['from within a day', 5, [5, 6, 7]],
])('the weather of a history %s lies on its hours', async (_name, shift, first) => {
  const fromUtc = timeOfDay('2026-03-10') + shift * HOUR_MS
  const span = { fromUtc, toUtc: fromUtc + 3 * HOUR_MS }
  const { weather } = await readWeatherPast(store, 'RO', span, () => 0)
  expect(temperaturesOf(weather, 'Europe/Bucharest', span)).toEqual(first)
})

test('days before the given moment are not read', async () => {
  const fromUtc = timeOfDay('2026-03-10')
  const span = { fromUtc, toUtc: fromUtc + 72 * HOUR_MS }
  const { weather } = await readWeatherPast(store, 'DE', span, () => 0, timeOfDay('2026-03-11'))
  expect(weather?.startsAtUtc).toBe(timeOfDay('2026-03-11'))
  expect(temperaturesOf(weather, MARKET_ZONE, span).slice(22, 26)).toEqual([NaN, NaN, 0, 1])
})
