import { describe, expect, test } from 'vitest'

import type { Quantity } from '#server/series/series.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { type DayFeatures, describeDay, findEqualHours } from './day-features.ts'
import { createDayJudge, JUDGED_BY_DAYS, suspiciousSides } from './day-judge.ts'

const DAYS = 240

/** Days whose forecast errs by up to `error`, as a share of it. */
function days(error: number, forecastOf: (day: number) => number = () => 240_000): DayFeatures[] {
  const random = createRandom(7)
  return Array.from({ length: DAYS }, (_, day) => {
    const forecastMwh = forecastOf(day)
    const actualMwh = forecastMwh * (0.97 + error * (2 * random() - 1))
    const hours = { actualHours: 24, forecastHours: 24, pairedHours: 24, stillHours: 1 }
    const copies = { comparedHours: 24, nearHours: 0, equalHours: 0, spread: NaN, leastSpread: NaN }
    return { ...hours, ...copies, forecastMwh, actualMwh, measuredMwh: actualMwh }
  })
}

function planted(all: readonly DayFeatures[], from: number, count: number, factor: number): DayFeatures[] {
  return all.map((day, index) =>
    index >= from && index < from + count ? { ...day, actualMwh: day.actualMwh * factor } : day,
  )
}

function found(quantity: Quantity, all: readonly DayFeatures[]): [day: number, side: number][] {
  const judge = createDayJudge(quantity, (day) => {
    const ofDay = all[day]
    if (ofDay === undefined) throw new Error(`Day ${day} is not there`)
    return ofDay
  })
  return [...suspiciousSides(judge, all.length, 0).entries()].filter(([, side]) => side !== 0)
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
      index === 151 ? { ...day, pairedHours: 19 } : day,
    )
    expect(found('load', short)).toEqual([])
    const none = days(0.03).map((day) => ({ ...day, forecastMwh: 0 }))
    expect(found('load', planted(none, 150, 2, 0.7))).toEqual([])
  })
})

describe('a day whose value stands still', () => {
  const stuck = (all: readonly DayFeatures[], day: number, levelMw: number, stillHours = 24) =>
    all.map((other, index) => (index === day ? { ...other, measuredMwh: 24 * levelMw, stillHours } : other))

  test('is suspicious alone, on the side of its level, with or without a forecast', () => {
    expect(found('wind', stuck(days(0.1), 150, 4))).toEqual([[150, -1]])
    expect(found('load', stuck(days(0.03), 150, 14_000, 20))).toEqual([[150, 1]])
    const unforecast = days(0.1).map((day) => ({ ...day, pairedHours: 0, forecastMwh: 0, actualMwh: 0 }))
    expect(found('wind', stuck(unforecast, 150, 4))).toEqual([[150, -1]])
  })

  test('is not suspicious where it moves for some hours, at night, of little power, or where no day moves', () => {
    expect(found('wind', stuck(days(0.1), 150, 4, 19))).toEqual([])
    expect(found('solar', stuck(days(0.1), 150, 0))).toEqual([])
    const little = days(0.1, () => 24 * 40)
    expect(found('wind', stuck(little, 150, 40))).toEqual([])
    const equal = days(0.1).map((day) => ({ ...day, stillHours: 24 }))
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

test('five hours whose forecast is the actual value are copied, four are chance', () => {
  const actual = Float64Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 20 : 1000 + 10 * hour))
  const isCopied = (equal: readonly number[]) => {
    const tso = actual.map((mw, hour) => (equal.includes(hour) ? mw : mw + 1))
    expect(findEqualHours(actual, tso, 0, 24)).toEqual(equal.filter((hour) => hour !== 23))
    return createDayJudge('load', () => describeDay(actual, tso, 0, 24)).hasCopiedHours(0)
  }
  expect(isCopied([2, 3, 4, 5, 11])).toBe(true)
  // Of the last one both are as small as rounding.
  expect(isCopied([2, 3, 4, 5, 23])).toBe(false)
})
