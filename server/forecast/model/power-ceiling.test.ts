import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { toDayTable } from './history/day-table.ts'
import { keepInRange, trackCeiling } from './power-ceiling.ts'

const DAYS = 500

/** The ceiling of the last day, where every hour of a day has this power. */
function ceilingOf(powerOf: (day: number) => number, fleetOf: ((day: number) => number) | null, days = DAYS) {
  const hourly = Float64Array.from({ length: days * HOURS_PER_DAY }, (_, cell) =>
    powerOf(Math.floor(cell / HOURS_PER_DAY)),
  )
  let peak = 0
  const peaks = Float64Array.from({ length: days }, (_, day) => (peak = Math.max(peak, powerOf(day))))
  const quantity = { actual: toDayTable(hourly), plausiblePeakMw: toDayTable(peaks, 1) }
  const fleet =
    fleetOf &&
    toDayTable(
      Float64Array.from({ length: days }, (_, day) => fleetOf(day)),
      1,
    )
  return trackCeiling(quantity, fleet).upTo(days - 1)[days - 1]
}

test('the ceiling is the highest power of the days before', () => {
  const storm = (day: number) => (day === 200 ? 900 : 400)
  expect(ceilingOf(storm, null)).toBe(900)
  expect(ceilingOf(storm, () => 1000)).toBe(900)
  expect(ceilingOf(() => NaN, null)).toBeNaN()
})

test('it grows with the fleet and does not fall with it', () => {
  const storm = (day: number) => (day === 250 ? 900 : 400)
  expect(ceilingOf(storm, (day) => (day < 300 ? 1000 : 2000))).toBe(1800)
  expect(ceilingOf(storm, (day) => (day < 300 ? 1000 : 500))).toBe(900)
  expect(ceilingOf(storm, () => NaN)).toBe(900)
})

test('it is higher while the history lacks a winter', () => {
  const short = ceilingOf(() => 400, null, 100) ?? NaN
  expect(short).toBeGreaterThan(600)
  expect(ceilingOf(() => 400, null, 300)).toBeLessThan(short)
  expect(ceilingOf(() => 400, null, 400)).toBe(400)
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
