import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createRandom } from '#server/testing/market-history.ts'

import {
  bandOffsets,
  joinOffsets,
  nextShift,
  plainOffsets,
  quantile,
  YEAR_DAYS,
} from './adaptive-conformal.ts'

const sorted = fc
  .array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 })
  .map((values) => Float64Array.from(values).sort())

describe('quantile', () => {
  test('is the value at rank q (n + 1)', () => {
    const values = Float64Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90)
    expect(quantile(values, 0.1)).toBe(10)
    expect(quantile(values, 0.5)).toBe(50)
    expect(quantile(values, 0.25)).toBe(25)
    expect(quantile(values, 0)).toBe(10)
    expect(quantile(values, 1)).toBe(90)
    expect(quantile(new Float64Array(), 0.5)).toBeNaN()
  })

  test('rises with q and stays among the values', () => {
    const q = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(sorted, q, q, (values, a, b) => {
        const [low, high] = [quantile(values, Math.min(a, b)), quantile(values, Math.max(a, b))]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(values[0] ?? NaN)
        expect(high).toBeLessThanOrEqual(values.at(-1) ?? NaN)
      }),
    )
  })

  test('leaves about q (n + 1) of n values below', () => {
    const random = createRandom(3)
    const values = Float64Array.from({ length: 999 }, () => random()).sort()
    const at = quantile(values, 0.1)
    expect(values.filter((value) => value < at).length).toBe(99)
  })
})

describe('band', () => {
  const errors = (days: number, of: (cell: number) => number) =>
    Float64Array.from({ length: days * HOURS_PER_DAY }, (_, cell) => of(cell))

  test('needs a week of errors, and only looks at days up to two before', () => {
    const few = errors(8, () => 5)
    expect(bandOffsets(few, null, 8).low[12]).toBe(5)
    expect(bandOffsets(few, null, 7).low[12]).toBeNaN()
    const late = errors(40, (cell) => (cell >= 38 * HOURS_PER_DAY ? 1e9 : cell % 7))
    const early = errors(40, (cell) => cell % 7)
    expect(bandOffsets(late, null, 39)).toEqual(bandOffsets(early, null, 39))
  })

  test('holds four fifths of errors like those before', () => {
    const random = createRandom(5)
    const past = errors(200, (cell) => (random() - 0.5) * 1000 * (1 + (cell % HOURS_PER_DAY)))
    let held = 0
    for (let day = 100; day < 200; day++) {
      const { low, high } = bandOffsets(past, null, day)
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const error = past[day * HOURS_PER_DAY + hour] ?? NaN
        if (error >= (low[hour] ?? NaN) && error <= (high[hour] ?? NaN)) held++
      }
    }
    expect(held / (100 * HOURS_PER_DAY)).toBeGreaterThan(0.78)
    expect(held / (100 * HOURS_PER_DAY)).toBeLessThan(0.82)
  })

  test('holds as often in calm hours as in windy ones, where errors grow with the wind', () => {
    const random = createRandom(8)
    const windOf = Float64Array.from({ length: 200 * HOURS_PER_DAY }, () => 30_000 * random())
    const past = windOf.map((wind) => (random() - 0.5) * (500 + 0.2 * wind))
    const held = { calm: 0, windy: 0 }
    const hours = { calm: 0, windy: 0 }
    for (let day = 100; day < 200; day++) {
      const start = day * HOURS_PER_DAY
      const wind = { past: windOf, ofDay: windOf.subarray(start, start + HOURS_PER_DAY) }
      const { low, high } = bandOffsets(past, wind, day)
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const level = (wind.ofDay[hour] ?? NaN) < 15_000 ? 'calm' : 'windy'
        const error = past[start + hour] ?? NaN
        hours[level]++
        if (error >= (low[hour] ?? NaN) && error <= (high[hour] ?? NaN)) held[level]++
      }
    }
    for (const level of ['calm', 'windy'] as const) {
      expect(held[level] / hours[level]).toBeGreaterThan(0.76)
      expect(held[level] / hours[level]).toBeLessThan(0.84)
    }
  })

  test('moves its tails out after days it did not hold and in after days it held, within limits', () => {
    expect(nextShift(0, 0.8)).toBe(0)
    expect(nextShift(0, 0.5)).toBeCloseTo(0.006, 9)
    expect(nextShift(0, 1)).toBeCloseTo(-0.004, 9)
    expect(nextShift(0.02, null)).toBe(0.02)
    let shift = 0
    for (let day = 0; day < 200; day++) shift = nextShift(shift, 0)
    expect(shift).toBe(0.08)
    const random = createRandom(11)
    const growing = errors(
      120,
      (cell) => (random() - 0.5) * (cell < 85 * HOURS_PER_DAY ? 100 : cell < 110 * HOURS_PER_DAY ? 500 : 100),
    )
    const outward = bandOffsets(growing, null, 110)
    const plain = plainOffsets(growing, 110)
    expect(outward.shift).toBeGreaterThan(0.03)
    expect(outward.low[12]).toBeLessThan(plain.low[12] ?? NaN)
    expect(outward.high[12]).toBeGreaterThan(plain.high[12] ?? NaN)
  })

  test('follows from the errors of its 91 days alone', () => {
    const random = createRandom(12)
    const long = errors(200, () => random() - 0.5)
    const late = long.map((error, cell) => (cell < 89 * HOURS_PER_DAY ? NaN : error))
    expect(bandOffsets(late, null, 181)).toEqual(bandOffsets(long, null, 181))
  })

  test('knows the large errors of last winter, larger where the wind is', () => {
    const random = createRandom(13)
    const isWinter = (cell: number) => cell < 300 * HOURS_PER_DAY
    const windMw = errors(500, () => 30_000 * random())
    const past = windMw.map((mw, cell) => (random() - 0.5) * (isWinter(cell) ? 4 : 1) * (500 + 0.2 * mw))
    const ofDay = Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => (hour < 12 ? 3000 : 27_000))
    const wind = { past: windMw, ofDay }
    const recent = bandOffsets(past, wind, 480)
    const year = plainOffsets(past, 480, wind, YEAR_DAYS)
    const { low, high, shift } = joinOffsets(recent, year)
    expect(shift).toBe(recent.shift)
    for (const hour of [6, 18]) {
      expect(high[hour]).toBeGreaterThan(1.2 * (recent.high[hour] ?? NaN))
      expect(high[hour]).toBeCloseTo(((recent.high[hour] ?? NaN) + (year.high[hour] ?? NaN)) / 2, 9)
    }
    expect(low[18]).toBeLessThan(2 * (low[6] ?? NaN))
    const changed = past.map((mw, cell) => (cell < 479 * HOURS_PER_DAY ? mw : 1e9))
    expect(plainOffsets(changed, 480, wind, YEAR_DAYS)).toEqual(year)
    const none = plainOffsets(
      past.map(() => NaN),
      480,
      wind,
      YEAR_DAYS,
    )
    expect(joinOffsets(recent, none)).toEqual(recent)
  })
})
