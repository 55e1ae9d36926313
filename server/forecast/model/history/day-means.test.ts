import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from './day-grid.ts'
import { countDays, isHalfKnown, meanOfHours, meanOfLast, trailingMeans } from './day-means.ts'
import { rowOf, toDayTable } from './day-table.ts'

const TABLE = Float64Array.from({ length: 2 * HOURS_PER_DAY }, (_, cell) => cell)
for (const hole of [2, 3, 7]) TABLE[HOURS_PER_DAY + hole] = NaN
const [FIRST, SECOND] = [rowOf(toDayTable(TABLE), 0), rowOf(toDayTable(TABLE), 1)]

test('a mean is that of the hours that have a value', () => {
  expect(meanOfHours(FIRST, 0, 4)).toBe(1.5)
  expect(meanOfHours(SECOND, 0, 4)).toBe(24.5)
  expect(meanOfHours(SECOND, 2, 4)).toBe(0)
  expect(meanOfHours(SECOND, 5, 5)).toBe(0)
  expect(meanOfHours(rowOf(toDayTable(TABLE), -1))).toBe(0)
})

test('the last hours are the last that have a value', () => {
  expect(meanOfLast(FIRST.subarray(0, 8), 3)).toBe(6)
  expect(meanOfLast(SECOND.subarray(0, 8), 3)).toBe(24 + 5)
  expect(meanOfLast(SECOND.subarray(0, 8), 1)).toBe(24 + 6)
  expect(meanOfLast(SECOND.subarray(0, 4), 3)).toBe(24 + 0.5)
})

test('a day counts as known with half of its hours', () => {
  const half = TABLE.map((value, cell) => (cell >= HOURS_PER_DAY && cell % 2 === 0 ? NaN : value))
  expect(isHalfKnown(toDayTable(TABLE), 1)).toBe(true)
  expect(isHalfKnown(toDayTable(half), 1)).toBe(false)
  expect([...countDays(toDayTable(half)).upTo(1)]).toEqual([1, 1])
})

test('a trailing mean leaves missing days out', () => {
  const means = trailingMeans(toDayTable(TABLE), 1).upTo(1)
  expect(means[HOURS_PER_DAY + 1]).toBe(13)
  expect(means[HOURS_PER_DAY + 2]).toBe(2)
})
