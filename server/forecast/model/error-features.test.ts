import { expect, test } from 'vitest'

import { createHourFeatures, tabulateErrors } from './error-features.ts'
import { HOURS_PER_DAY } from './history/day-grid.ts'
import { type DayTable, rowOf, toDayTable } from './history/day-table.ts'

const DAYS = 40
const DAY = 38
const KNOWN_HOURS = 8

const byHour = (of: (day: number, hour: number) => number): DayTable =>
  toDayTable(
    Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) =>
      of(Math.floor(cell / HOURS_PER_DAY), cell % HOURS_PER_DAY),
    ),
  )

/** The features of an hour of a day, a Thursday. */
function featuresOf(
  hour: number,
  change: {
    error?: DayTable
    forecast?: DayTable
    solar?: DayTable
    wind?: DayTable
    weather?: DayTable[]
  } = {},
): number[] {
  const error = change.error ?? byHour((day, at) => (day === DAY - 1 ? 100 + at : 10))
  const features = createHourFeatures(
    tabulateErrors({
      // 1970-01-05, a Monday.
      firstDay: 4,
      weekdayOn: (day) => day % 7,
      knownHours: KNOWN_HOURS,
      error,
      firstHoursError: byHour((day, at) => (at < KNOWN_HOURS ? (rowOf(error, day)[at] ?? NaN) : NaN)),
      forecast: change.forecast ?? byHour(() => 5000),
      solar: change.solar ?? null,
      wind: change.wind ?? null,
      weather: change.weather ?? [],
    }),
  )
  const { width } = features
  const at = (DAY * HOURS_PER_DAY + hour) * width
  return [...features.tableWith(DAY).subarray(at, at + width)]
}

test('this morning’s error is described by its mean, its last three hours and its last hour', () => {
  expect(featuresOf(20).slice(0, 4)).toEqual([1, 103.5, 106 - 103.5, 107])
  // This hour of yesterday where it is known, else of the day before.
  expect([featuresOf(3)[4], featuresOf(20)[4]]).toEqual([103, 10])
})

test('a missing hour of this morning is left out', () => {
  const holed = byHour((day, at) => (day === DAY - 1 ? ([2, 7].includes(at) ? NaN : 100 + at) : 10))
  const features = featuresOf(2, { error: holed })
  expect(features[1]).toBeCloseTo((100 + 101 + 103 + 104 + 105 + 106) / 6, 9)
  expect(features[3]).toBe(106)
  expect(features[4]).toBe(10)
})

test('the errors of the last week, of the month and of the same weekday are means', () => {
  const recent = byHour((day) => (day >= DAY - 8 ? 70 : 7))
  const features = featuresOf(12, { error: recent })
  expect(features[6]).toBeCloseTo(70, 9)
  expect(features[7]).toBeCloseTo((7 * 70 + 21 * 7) / 28, 9)
  expect(features[8]).toBeCloseTo((70 + 3 * 7) / 4, 9)
})

test('the shape of the forecast is told by how it differs from the usual', () => {
  expect(featuresOf(12).slice(9, 15)).toEqual([5000, 0, 0, 0, 0, 0])
  const peak = byHour((day, hour) => (day === DAY && hour === 12 ? 5240 : 5000))
  const features = featuresOf(12, { forecast: peak })
  expect(features.slice(9, 13)).toEqual([5240, 240, 10, 240])
  expect(features[14]).toBe(240)
})

test('a weekday has a feature of its own', () => {
  // Row 38 is five weeks and three days after a Monday.
  expect(featuresOf(12).slice(15)).toEqual([0, 0, 0, 1, 0, 0, 0])
})

test('an hour without a forecast is not described; what is missing of sun, wind and weather counts as usual', () => {
  const holed = byHour((day, hour) => (day === DAY && hour === 12 ? NaN : 5000))
  expect(featuresOf(12, { forecast: holed })[0]).toBeNaN()
  const sunny = byHour((day) => (day === DAY ? 900 : 500))
  const gone = byHour((day) => (day === DAY ? NaN : 500))
  expect(featuresOf(12, { solar: sunny, wind: sunny }).slice(22)).toEqual([400, 400, 400, 400])
  expect(featuresOf(12, { solar: gone, wind: gone, weather: [gone] }).slice(22)).toEqual([0, 0, 0, 0, 0])
})
