import { describe, expect, test } from 'vitest'

import { createRandom } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { rowOf, toDayTable } from './history/day-table.ts'
import { createLoadModel } from './load-model.ts'

const DAYS = 140
/** 1970-01-05, a Monday. */
const FIRST_DAY = 4
const KNOWN_HOURS = 8

/** The expected error of a day, where the TSO has erred like this; `errorOf` NaN for a missing value. */
function correctionOf(
  errorOf: (day: number, hour: number) => number,
  day = DAYS - 1,
  firstDay = FIRST_DAY,
): Float64Array {
  const byHour = (of: (day: number, hour: number) => number) =>
    toDayTable(
      Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) =>
        of(Math.floor(cell / HOURS_PER_DAY), cell % HOURS_PER_DAY),
      ),
    )
  const error = byHour(errorOf)
  const forecast = byHour((past, hour) => 10_000 + 100 * hour + 50 * (past % 7))
  const model = createLoadModel({
    firstDay,
    weekdayOn: (day) => (firstDay + day + 3) % 7,
    knownHours: KNOWN_HOURS,
    error,
    firstHoursError: byHour((past, hour) => (hour < KNOWN_HOURS ? errorOf(past, hour) : NaN)),
    forecast,
    solar: null,
    wind: null,
    weather: [],
  })
  return model.predict(day).map((mw, hour) => mw - (rowOf(forecast, day)[hour] ?? NaN))
}

function noise(size: number) {
  const random = createRandom(3)
  const values = Array.from({ length: DAYS * HOURS_PER_DAY }, () => size * (random() - 0.5))
  return (day: number, hour: number) => values[day * HOURS_PER_DAY + hour] ?? 0
}
const small = noise(40)
const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the expected error of the TSO’s load', () => {
  test('is a bias that it always has', () => {
    for (const value of correctionOf((day, hour) => 300 + small(day, hour))) {
      expect(value).toBeGreaterThan(250)
      expect(value).toBeLessThan(350)
    }
  })

  test('is the error of the hour', () => {
    const values = correctionOf((day, hour) => (hour < 12 ? 400 : -400) + small(day, hour))
    expect(values[3]).toBeGreaterThan(300)
    expect(values[20]).toBeLessThan(-300)
  })

  test('follows this morning', () => {
    const waves = (day: number) => 500 * Math.sin(day * day)
    const day = DAYS - 1
    const morning = waves(day - 1)
    // Every morning says what the next day errs by.
    const values = correctionOf(
      (past, hour) => waves(hour < KNOWN_HOURS ? past : past - 1) + small(past, hour),
      day,
    )
    expect(Math.abs(morning)).toBeGreaterThan(100)
    expect(Math.sign(meanOf(values.subarray(KNOWN_HOURS)))).toBe(Math.sign(morning))
    expect(Math.abs(meanOf(values.subarray(KNOWN_HOURS)) - morning)).toBeLessThan(0.4 * Math.abs(morning))
  })

  test('follows the weekday', () => {
    const onMondays = (day: number, hour: number) => (day % 7 === 0 ? 600 : 0) + small(day, hour)
    expect(meanOf(correctionOf(onMondays, 133))).toBeGreaterThan(300)
    expect(Math.abs(meanOf(correctionOf(onMondays, 135)))).toBeLessThan(150)
  })

  test('does not follow what Christmas alone would teach', () => {
    // Row 30 is 22 December; its week is the same.
    const firstDay = 325
    const atChristmas = (size: number) => (day: number, hour: number) =>
      small(day, hour) + (day >= 30 && day < 46 ? size * Math.sin(day * day) : 0)
    const calm = correctionOf(atChristmas(0), DAYS - 1, firstDay)
    const wild = correctionOf(atChristmas(4000), DAYS - 1, firstDay)
    const changes = wild.map((value, hour) => Math.abs(value - (calm[hour] ?? NaN)))
    expect(meanOf(changes)).toBeLessThan(8)
  })

  test('is a part of the mean error while the history is short', () => {
    const bias = () => 300
    expect(correctionOf(bias, 2).every((value) => value < 50)).toBe(true)
    const [week = 0] = correctionOf(bias, 8)
    expect(week).toBeCloseTo(150, 0)
    expect(correctionOf(bias, 12)[0]).toBeGreaterThan(week)
  })

  test('hardly changes with a missing day and missing hours', () => {
    const whole = correctionOf((day, hour) => 300 + small(day, hour))
    const holed = correctionOf((day, hour) =>
      day === 100 || (day === DAYS - 2 && hour === 2) ? NaN : 300 + small(day, hour),
    )
    for (const [hour, value] of holed.entries())
      expect(Math.abs(value - (whole[hour] ?? NaN))).toBeLessThan(15)
  })
})
