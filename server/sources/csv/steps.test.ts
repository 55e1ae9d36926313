import { expect, test } from 'vitest'

import { MINUTE_MS } from '#server/series/series.ts'

import { createQuarterMarks } from './steps.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)

/** The steps of values at so many minutes after midnight. */
function steps(minutes: readonly number[]): number[] {
  const marks = createQuarterMarks()
  for (const minute of minutes) marks.mark(3, MIDNIGHT + minute * MINUTE_MS)
  return minutes.map((minute) => marks.stepOf(3, MIDNIGHT + minute * MINUTE_MS))
}

test.each([
  ['hours', [0, 60, 120], [60, 60, 60]],
  ['an hour alone', [60], [60]],
  ['half hours', [0, 30, 60, 90], [30, 30, 30, 30]],
  ['quarter hours', [0, 15, 30, 45], [15, 15, 15, 15]],
  ['hours that become quarter hours', [0, 60, 120, 135, 150, 165], [60, 60, 15, 15, 15, 15]],
  ['quarter hours that become hours', [0, 15, 30, 45, 60, 120], [15, 15, 15, 15, 60, 60]],
  ['an hour of which three quarters are missing', [0, 15, 60, 120, 135], [15, 15, 15, 15, 15]],
  ['quarter hours that end at the full hour', [0, 15, 30, 45, 60], [15, 15, 15, 15, 15]],
  ['half hours, one missing', [0, 30, 60, 120, 150], [30, 30, 30, 30, 30]],
  ['a quarter hour that looks like a half', [0, 15, 60, 90, 120, 135], [15, 15, 15, 15, 15, 15]],
  ['a gap between hours', [0, 300, 600], [60, 60, 60]],
])('%s', (_title, minutes, expected) => {
  expect(steps(minutes)).toEqual(expected)
})

test('series are told apart, and a second value of a moment is noticed', () => {
  const marks = createQuarterMarks()
  expect(marks.mark(1, MIDNIGHT)).toBe(true)
  expect(marks.mark(2, MIDNIGHT + 15 * MINUTE_MS)).toBe(true)
  expect(marks.stepOf(1, MIDNIGHT)).toBe(60)
  expect(marks.mark(1, MIDNIGHT)).toBe(false)
  expect(marks.mark(2, MIDNIGHT)).toBe(true)
})
