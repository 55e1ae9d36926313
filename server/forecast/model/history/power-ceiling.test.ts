import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from './day-grid.ts'
import { toDayTable } from './day-table.ts'
import { keepInRange, trackCeiling } from './power-ceiling.ts'

const DAYS = 500

/** The ceiling of the last day, where every hour of a day has this power. */
function ceilingOf(powerOf: (day: number) => number, days = DAYS) {
  const hourly = Float64Array.from({ length: days * HOURS_PER_DAY }, (_, cell) =>
    powerOf(Math.floor(cell / HOURS_PER_DAY)),
  )
  let peak = 0
  const peaks = Float64Array.from({ length: days }, (_, day) => (peak = Math.max(peak, powerOf(day))))
  const quantity = { actual: toDayTable(hourly), plausiblePeakMw: toDayTable(peaks, 1) }
  return trackCeiling(quantity).upTo(days - 1)[days - 1]
}

test('the ceiling is the highest power of the days before', () => {
  const storm = (day: number) => (day === 200 ? 900 : 400)
  expect(ceilingOf(storm)).toBe(900)
  expect(ceilingOf(() => NaN)).toBeNaN()
})

test('it is higher while the history lacks a winter', () => {
  const short = ceilingOf(() => 400, 100) ?? NaN
  expect(short).toBeGreaterThan(600)
  expect(ceilingOf(() => 400, 300)).toBeLessThan(short)
  expect(ceilingOf(() => 400, 400)).toBe(400)
})

test('a forecast bends towards the ceiling and never goes beyond it', () => {
  expect([-5, 0, 300, 900].map((power) => keepInRange(power, 1000))).toEqual([0, 0, 300, 900])
  const bent = [950, 1000, 1100, 5000].map((power) => keepInRange(power, 1000))
  expect(bent).toEqual(bent.toSorted((a, b) => a - b))
  expect(bent.every((power) => power > 900 && power <= 1000)).toBe(true)
  expect(keepInRange(901, 1000)).toBeCloseTo(901, 1)
  expect(keepInRange(700, NaN)).toBe(700)
  expect(keepInRange(NaN, 1000)).toBeNaN()
})
