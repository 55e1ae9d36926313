import { describe, expect, test } from 'vitest'

import { addDays } from '#server/forecast/runs/market-day.ts'
import { emptyWeather, type DayWeather } from '#server/series/weather/area-weather.ts'

import { describeWeatherFaults, weatherOfRun } from './run-weather.ts'

function dayOf(day: string, change: Partial<DayWeather> = {}): DayWeather {
  const weather = emptyWeather(Date.parse(day), 24)
  for (const field of ['temperatureC', 'windSpeedMs', 'windPower', 'radiationWm2'] as const)
    weather[field].fill(0.5)
  const knownAtUtc = Date.parse(addDays(day, -1)) + 7 * 3_600_000
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
