import { describe, expect, test } from 'vitest'

import type { Quantity } from '#server/series/series.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { JUDGED_BY_DAYS, type MeasuredDay, suspiciousDays } from './suspicious-days.ts'

const DAYS = 240

/** Days whose forecast errs by up to `error`, as a share of it. */
function days(error: number, forecastOf: (day: number) => number = () => 240_000): MeasuredDay[] {
  const random = createRandom(7)
  return Array.from({ length: DAYS }, (_, day) => {
    const forecastMwh = forecastOf(day)
    const actualMwh = forecastMwh * (0.97 + error * (2 * random() - 1))
    return { hours: 24, forecastMwh, actualMwh, actualHours: 24, measuredMwh: actualMwh, equalHours: 1 }
  })
}

function planted(all: readonly MeasuredDay[], from: number, count: number, factor: number): MeasuredDay[] {
  return all.map((day, index) =>
    index >= from && index < from + count ? { ...day, actualMwh: day.actualMwh * factor } : day,
  )
}

function found(quantity: Quantity, all: readonly MeasuredDay[]): [day: number, side: number][] {
  return [...suspiciousDays(quantity, all).entries()].filter(([, side]) => side !== 0)
}

describe('days in a row of a level that breaks', () => {
  test.each([
    ['load', 0.03, 0.75, -1],
    ['load', 0.03, 0.85, -1],
    ['load', 0.03, 1.25, 1],
    ['wind', 0.1, 0.6, -1],
    ['solar', 0.1, 0.6, -1],
  ] as const)('are suspicious: %s with an error of %f, times %f', (quantity, error, factor, side) => {
    expect(found(quantity, days(error))).toEqual([])
    for (const start of [80, 121, 200])
      expect(found(quantity, planted(days(error), start, 2, factor))).toEqual([
        [start, side],
        [start + 1, side],
      ])
  })

  test('are not suspicious where so little power is there that no sum errs by it', () => {
    const daysOf = (mw: number) => days(0.1, () => 24 * mw)
    expect(found('wind', planted(daysOf(3), 150, 2, 0.1))).toEqual([])
    expect(found('wind', planted(daysOf(300), 150, 2, 0.1))).toHaveLength(2)
  })

  test('are suspicious for three weeks, and those after them are not', () => {
    const all = found('load', planted(days(0.03), 150, 21, 0.8))
    expect(all.map(([day]) => day)).toEqual(Array.from({ length: 21 }, (_, day) => 150 + day))
  })

  test('are not suspicious alone, on changing sides, or where the forecasts always err as much', () => {
    expect(found('load', planted(days(0.03), 150, 1, 0.7))).toEqual([])
    const changing = planted(planted(days(0.03), 150, 1, 0.7), 151, 1, 1.4)
    expect(found('load', changing)).toEqual([])
    expect(found('load', planted(days(0.25), 150, 2, 0.75))).toEqual([])
  })

  test('are not judged where the forecast is small, too few hours are known, or there is none', () => {
    const sun = days(0.05, (day) => (day >= 150 ? 40_000 : 240_000))
    expect(found('solar', planted(sun, 150, 2, 0.4))).toEqual([])
    expect(found('wind', planted(sun, 150, 2, 0.4))).toHaveLength(2)
    const short = planted(days(0.03), 150, 2, 0.7).map((day, index) =>
      index === 151 ? { ...day, hours: 19 } : day,
    )
    expect(found('load', short)).toEqual([])
    const none = days(0.03).map((day) => ({ ...day, forecastMwh: 0 }))
    expect(found('load', planted(none, 150, 2, 0.7))).toEqual([])
  })
})

describe('a day whose value stands still', () => {
  const stuck = (all: readonly MeasuredDay[], day: number, levelMw: number, equalHours = 24) =>
    all.map((other, index) => (index === day ? { ...other, measuredMwh: 24 * levelMw, equalHours } : other))

  test('is suspicious alone, on the side of its level, with or without a forecast', () => {
    expect(found('wind', stuck(days(0.1), 150, 4))).toEqual([[150, -1]])
    expect(found('load', stuck(days(0.03), 150, 14_000, 20))).toEqual([[150, 1]])
    const unforecast = days(0.1).map((day) => ({ ...day, hours: 0, forecastMwh: 0, actualMwh: 0 }))
    expect(found('wind', stuck(unforecast, 150, 4))).toEqual([[150, -1]])
  })

  test('is not suspicious where it moves for some hours, at night, of little power, or where no day moves', () => {
    expect(found('wind', stuck(days(0.1), 150, 4, 19))).toEqual([])
    expect(found('solar', stuck(days(0.1), 150, 0))).toEqual([])
    const little = days(0.1, () => 24 * 40)
    expect(found('wind', stuck(little, 150, 40))).toEqual([])
    const equal = days(0.1).map((day) => ({ ...day, equalHours: 24 }))
    expect(found('wind', equal)).toEqual([])
  })
})

test('a day is judged by the days before it that can have a say, and by no others', () => {
  const all = planted(days(0.03), 200, 3, 0.8)
  const changed = all.map((day, index) =>
    index < 200 - JUDGED_BY_DAYS ? { ...day, actualMwh: 1, forecastMwh: 9e9 } : day,
  )
  expect(found('load', changed).filter(([day]) => day >= 200)).toEqual(found('load', all))
})
