import { describe, expect, test } from 'vitest'

import { HOUR_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createDayGrid, layOverDays } from '#server/forecast/model/history/day-grid.ts'
import { type AreaWeather, type DayWeather, emptyWeather } from '#server/series/store/area-weather.ts'

import { daysByWeather, describeWeatherFaults, readWeatherPast, weatherOfRun } from './run-weather.ts'

function dayOf(day: string, change: Partial<DayWeather> = {}): DayWeather {
  const weather = emptyWeather(Date.parse(day), 24)
  for (const field of ['temperatureC', 'windSpeedMs', 'windPower', 'radiationWm2'] as const)
    weather[field].fill(0.5)
  const knownAtUtc = Date.parse(addDays(day, -1)) + 7 * HOUR_MS
  return { day, model: 'ecmwf_ifs', runUtc: null, knownAtUtc, fetchedAtUtc: knownAtUtc, weather, ...change }
}

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => dayOf(day))
const texts = (days: readonly DayWeather[], day: string) =>
  describeWeatherFaults(days, day).map(({ text }) => text)

describe('the weather of a run', () => {
  test('is that of its delivery day', () => {
    expect(weatherOfRun(DAYS, '2026-11-20')).toEqual({
      model: 'ecmwf_ifs',
      runUtc: null,
      knownAtUtc: Date.parse('2026-11-19T07:00Z'),
    })
    expect(weatherOfRun(DAYS, '2026-11-21')).toBeNull()
  })

  test('has no faults where it is there, or where there never was any', () => {
    expect(texts(DAYS, '2026-11-20')).toEqual([])
    expect(texts([], '2026-11-20')).toEqual([])
    // Weather that ended more than four weeks ago is not waited for.
    expect(texts(DAYS, '2026-12-20')).toEqual([])
  })

  test('is missed by its last day', () => {
    expect(texts(DAYS, '2026-11-23')).toEqual([
      'No weather forecast is there for this day; the last was for Nov 20. Wind and solar follow from history.',
    ])
  })

  test('names what it lacks and a change of its model', () => {
    const half = dayOf('2026-11-21', { model: 'icon_eu' })
    half.weather.windSpeedMs.fill(NaN)
    half.weather.windPower.fill(NaN)
    expect(texts([...DAYS, half], '2026-11-21')).toEqual([
      'The weather forecast has no wind for this day.',
      'The weather is from icon_eu; until Nov 20 it was from ecmwf_ifs.',
    ])
  })
})

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

test.each([
  [
    'in its own year',
    '2024-01-01',
    { '2025-07-23': ['2026-10-21'], '2025-10-22': ['2026-10-22', '2026-11-30'] },
  ],
  ['as it begins later', '2025-11-30', { '2025-11-30': ['2026-10-21', '2026-10-22', '2026-11-30'] }],
])('days learn from the same weather %s', (_name, firstKnown, groups) => {
  const days = ['2026-10-21', '2026-10-22', '2026-11-30']
  expect(Object.fromEntries(daysByWeather(days, firstKnown))).toEqual(groups)
})
