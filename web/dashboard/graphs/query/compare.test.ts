import { expect, test } from 'vitest'

import { createDefaultFilters, type GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { createComparedFilters, mergeCompared } from './compare.ts'
import { createQuery } from './query-body.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 30)
const HOUR_MS = 3_600_000

function graph(fromText: string, values: readonly (number | null)[]): GraphData {
  return {
    curves: [{ name: 'Actual', style: 'solid', colourIndex: 3 }],
    rows: values.map((value, index) => ({
      timestamp: Date.parse(fromText) + index * HOUR_MS,
      values: [value],
    })),
  }
}

test('nothing is compared by default', () => {
  expect(createComparedFilters(createDefaultFilters(NOW))).toBeNull()
})

test.each([
  ['day', ['2026-11-12 00:00', '2026-11-19 23:59']],
  ['week', ['2026-11-06 00:00', '2026-11-13 23:59']],
  // 364 days: both begin on a Friday.
  ['year', ['2025-11-14 00:00', '2025-11-21 23:59']],
] as const)('the previous %s is requested by calendar days', (compareWith, time) => {
  const compared = createComparedFilters({ ...createDefaultFilters(NOW), compareWith })
  expect(compared && createQuery(compared).time).toEqual(time)
})

test('earlier curves are moved to the later stamps, dimmed, in the same colour, under their own name', () => {
  const merged = mergeCompared(
    graph('2026-11-20T00:00Z', [1, 2]),
    graph('2026-11-13T00:00Z', [5, null]),
    'week',
  )
  expect(merged.curves).toEqual([
    { name: 'Actual', style: 'solid', colourIndex: 3 },
    { name: 'Actual · previous week', style: 'dimmed', colourIndex: 3 },
  ])
  expect(merged.rows.map(({ values }) => values)).toEqual([
    [1, 5],
    [2, null],
  ])
})

test('a moment of only one period leaves the other empty', () => {
  const merged = mergeCompared(graph('2026-11-20T00:00Z', [1]), graph('2026-11-19T01:00Z', [5]), 'day')
  expect(merged.rows.map(({ values }) => values)).toEqual([
    [1, null],
    [null, 5],
  ])
})

test('across the change to winter time local hours match, and the repeated hour has no counterpart', () => {
  // 25 October 2026 in Berlin: 00, 01, 02, 02, 03 o'clock; the day before: 00, 01, 02, 03.
  const merged = mergeCompared(
    graph('2026-10-24T22:00Z', [0, 1, 2, 22, 3]),
    graph('2026-10-23T22:00Z', [10, 11, 12, 13]),
    'day',
  )
  expect(merged.rows.map(({ values }) => values)).toEqual([
    [0, 10],
    [1, 11],
    [2, 12],
    [22, null],
    [3, 13],
  ])
})

test('the first of two repeated hours is compared, and a skipped hour is left out', () => {
  // The day after the change: the doubled 02 o'clock before it is one hour here.
  const after = mergeCompared(
    graph('2026-10-25T23:00Z', [0, 1, 2, 3]),
    graph('2026-10-24T22:00Z', [10, 11, 12, 22, 13]),
    'day',
  )
  expect(after.rows.map(({ values }) => values)).toEqual([
    [0, 10],
    [1, 11],
    [2, 12],
    [3, 13],
  ])
  // 29 March 2026 has no 02 o'clock.
  const spring = mergeCompared(
    graph('2026-03-28T23:00Z', [0, 1, 3]),
    graph('2026-03-27T23:00Z', [10, 11, 12, 13]),
    'day',
  )
  expect(spring.rows.map(({ values }) => values)).toEqual([
    [0, 10],
    [1, 11],
    [3, 13],
  ])
})
