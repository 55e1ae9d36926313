import { expect, test } from 'vitest'

import { createComparedFilters, earlierTimeS, mergeCompared } from './compare.ts'
import { createDefaultFilters, type GraphData } from './graph-card.ts'
import { createQuery } from './query-body.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 30)
const HOUR_S = 3600
const ACTUAL = {
  name: 'Actual',
  ownName: 'Actual',
  kind: 'actual',
  isEarlier: false,
  style: 'solid',
  colourIndex: 3,
} as const

function graph(fromText: string, values: readonly (number | null)[]): GraphData {
  return {
    timesS: values.map((_, index) => Date.parse(fromText) / 1000 + index * HOUR_S),
    curves: [{ ...ACTUAL, values }],
  }
}

const lines = (...periods: Parameters<typeof mergeCompared>) =>
  mergeCompared(...periods).curves.map(({ values }) => values.map((value) => value ?? '–').join(' '))

test('nothing is compared by default', () => {
  expect(createComparedFilters(createDefaultFilters(NOW))).toBeNull()
})

test.each([
  ['day', ['2026-11-12 00:00', '2026-11-19 23:59']],
  ['week', ['2026-11-06 00:00', '2026-11-13 23:59']],
  // 364 days earlier is a Friday too.
  ['year', ['2025-11-14 00:00', '2025-11-21 23:59']],
] as const)('the previous %s is requested by calendar days', (compareWith, time) => {
  const compared = createComparedFilters({ ...createDefaultFilters(NOW), compareWith })
  expect(compared && createQuery(compared).time).toEqual(time)
})

test('earlier curves are moved to the later stamps, dimmed, in the same colour, under their own name', () => {
  const merged = mergeCompared(graph('2026-11-20', [1, 2]), graph('2026-11-13', [5, null]), 'week')
  expect(merged.curves).toEqual([
    { ...ACTUAL, values: [1, 2] },
    {
      ...ACTUAL,
      name: 'Actual · previous week',
      isEarlier: true,
      style: 'dimmed',
      values: [5, null],
    },
  ])
})

test('a moment of only one period leaves the other empty', () => {
  const merged = lines(graph('2026-11-20', [1]), graph('2026-11-19T01:00Z', [5]), 'day')
  expect(merged).toEqual(['1 –', '– 5'])
})

test('across the change to winter time local hours match, and both of a repeated hour have the same counterpart', () => {
  // 25 October 2026 in Berlin: 00, 01, 02, 02, 03 o'clock; the day before: 00, 01, 02, 03.
  const autumn = graph('2026-10-24T22:00Z', [0, 1, 2, 22, 3])
  const before = graph('2026-10-23T22:00Z', [10, 11, 12, 13])
  expect(lines(autumn, before, 'day')).toEqual(['0 1 2 22 3', '10 11 12 12 13'])
})

test('two days on which the hour is repeated match hour by hour', () => {
  // 25 October 2026 and, 364 days before it, 26 October 2025.
  const autumn = graph('2026-10-24T22:00Z', [0, 1, 2, 22, 3])
  const earlier = graph('2025-10-25T22:00Z', [10, 11, 12, 122, 13])
  expect(lines(autumn, earlier, 'year')).toEqual(['0 1 2 22 3', '10 11 12 122 13'])
  const [, , first = 0, second = 0] = autumn.timesS.map((timeS) => earlierTimeS(timeS, 'year') * 1000)
  expect([first, second]).toEqual(['2025-10-26T00:00Z', '2025-10-26T01:00Z'].map(Date.parse))
})

test('the first of two repeated hours is compared, and a skipped hour is left out', () => {
  // The day after the change: the repeated 02 o'clock of the day before is one hour here.
  const after = graph('2026-10-25T23:00Z', [0, 1, 2, 3])
  const autumn = graph('2026-10-24T22:00Z', [10, 11, 12, 22, 13])
  expect(lines(after, autumn, 'day')).toEqual(['0 1 2 3', '10 11 12 13'])
  // 29 March 2026 has no 02 o'clock.
  const spring = graph('2026-03-28T23:00Z', [0, 1, 3])
  const before = graph('2026-03-27T23:00Z', [10, 11, 12, 13])
  expect(lines(spring, before, 'day')).toEqual(['0 1 3', '10 11 13'])
})
