import { expect, test } from 'vitest'

import { MINUTE_MS } from '#contract/time.ts'

import { createQuarterMarks } from './steps.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)

/** The steps that the marks show for values at these minutes after midnight. */
function shown(minutes: readonly number[]) {
  const marks = createQuarterMarks()
  for (const minute of minutes) marks.mark(3, MIDNIGHT + minute * MINUTE_MS)
  return minutes.map((minute) => marks.stepOf(3, MIDNIGHT + minute * MINUTE_MS))
}
const steps = (minutes: readonly number[]) => shown(minutes).map(({ stepMinutes }) => stepMinutes)
const guesses = (minutes: readonly number[]) => shown(minutes).filter(({ isGuessed }) => isGuessed).length

const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => (from + index) * 60)
const quarters = (from: number, to: number) =>
  hours(from, to).flatMap((hour) => [0, 15, 30, 45].map((minute) => hour + minute))

test.each([
  ['hours', [0, 60, 120], [60, 60, 60]],
  ['a single hour', [60], [60]],
  ['half hours', [0, 30, 60, 90], [30, 30, 30, 30]],
  ['quarter hours', [0, 15, 30, 45], [15, 15, 15, 15]],
  ['hours that become quarter hours', [0, 60, 120, 135, 150, 165], [60, 60, 15, 15, 15, 15]],
  ['quarter hours that become hours', [0, 15, 30, 45, 60, 120], [15, 15, 15, 15, 60, 60]],
  ['an hour of which three quarters are missing', [0, 15, 60, 120, 135], [15, 15, 15, 15, 15]],
  ['quarter hours that end at the full hour', [0, 15, 30, 45, 60], [15, 15, 15, 15, 15]],
  ['half hours, one missing', [0, 30, 60, 120, 150], [30, 30, 30, 30, 30]],
  ['a quarter hour that looks like a half', [0, 15, 60, 90, 120, 135], [15, 15, 15, 15, 15, 15]],
  ['a gap between hours', [0, 300, 600], [60, 60, 60]],
  [
    'neighbouring hours of which only the first quarter is left',
    [0, 15, 30, 45, 60, 120, 180, 195, 210, 225],
    Array<number>(10).fill(15),
  ],
])('%s', (_title, minutes, expected) => {
  expect(steps(minutes)).toEqual(expected)
})

test('a day of hours between quarter hours is a day of hours, less is not', () => {
  const day = [...quarters(0, 2), ...hours(2, 26), ...quarters(26, 28)]
  expect(steps(day)).toEqual([
    ...Array<number>(8).fill(15),
    ...Array<number>(24).fill(60),
    ...Array<number>(8).fill(15),
  ])
  expect(guesses(day)).toBe(0)
  const less = [...quarters(0, 2), ...hours(2, 25), ...quarters(25, 28)]
  expect(new Set(steps(less))).toEqual(new Set([15]))
  expect(guesses(less)).toBe(23)
})

test.each([
  ['hours only', hours(0, 5), 0],
  ['quarter hours only', quarters(0, 5), 0],
  ['a quarter hour that was left of its hour', [...quarters(0, 2), 120, ...quarters(3, 4)], 1],
  ['a few hours after quarter hours', [...quarters(0, 2), ...hours(2, 5)], 3],
])('of %s the hours that had to be guessed are counted', (_title, minutes, expected) => {
  expect(guesses(minutes)).toBe(expected)
})

test('series are told apart, and a second value of a moment is noticed', () => {
  const marks = createQuarterMarks()
  expect(marks.mark(1, MIDNIGHT)).toBe(true)
  expect(marks.mark(2, MIDNIGHT + 15 * MINUTE_MS)).toBe(true)
  expect(marks.stepOf(1, MIDNIGHT)).toEqual({ stepMinutes: 60, isGuessed: false })
  expect(marks.mark(1, MIDNIGHT)).toBe(false)
  expect(marks.mark(2, MIDNIGHT)).toBe(true)
})
