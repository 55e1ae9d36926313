import { describe, expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'

import { createMarkedSteps, createQuarterMarks, sparseFrom, stepsOfDay } from './steps.ts'

/** Marks of the hours of a day that has values at these minutes after its beginning. */
function marksOf(minutes: readonly number[], hours = 24): Uint8Array {
  const marks = new Uint8Array(hours)
  for (const minute of minutes) {
    const hour = Math.floor(minute / 60)
    marks[hour] = (marks[hour] ?? 0) | (1 << ((minute % 60) / 15))
  }
  return marks
}
const stepsAt = (minutes: readonly number[]) => {
  const steps = stepsOfDay(marksOf(minutes))
  return minutes.map((minute) => steps[Math.floor(minute / 60)]?.stepMinutes)
}
const countOf = (minutes: readonly number[], is: 'isGuessed' | 'isPartial' | 'isStray') =>
  stepsOfDay(marksOf(minutes)).filter((step) => step?.[is]).length

const hours = (from: number, to: number, minute = 0) =>
  Array.from({ length: to - from }, (_, index) => (from + index) * 60 + minute)
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
  expect(stepsAt(minutes)).toEqual(expected)
  expect(countOf(minutes, 'isStray')).toBe(0)
})

test.each([
  ['hours only', hours(0, 5), 0],
  ['quarter hours only', quarters(0, 5), 0],
  ['a quarter hour that was left of its hour', [...quarters(0, 2), 120, ...quarters(3, 4)], 1],
  ['a few hours after quarter hours', [...quarters(0, 2), ...hours(2, 5)], 3],
])('of %s the hours that had to be guessed are counted', (_title, minutes, expected) => {
  expect(countOf(minutes, 'isGuessed')).toBe(expected)
})

describe('values that fit no step', () => {
  test.each([
    ['a quarter hour among hours', [...hours(0, 24), 5 * 60 + 15]],
    ['a quarter hour in the first hour', [...hours(0, 24), 15]],
    ['a quarter hour in place of an hour', [...hours(0, 5), 5 * 60 + 15, ...hours(6, 24)]],
    ['a quarter hour in the last hour', [...hours(0, 24), 23 * 60 + 45]],
    ['a half hour among hours', [...hours(0, 5), 5 * 60 + 30, ...hours(6, 24)]],
    ['a quarter hour among half hours', [...hours(0, 24), ...hours(0, 24, 30), 5 * 60 + 15]],
  ])('are named: %s', (_title, minutes) => {
    expect(countOf(minutes, 'isStray')).toBe(1)
  })

  test('are named: two quarter hours in a row among hours, and hours that begin at half past', () => {
    expect(countOf([...hours(0, 24), 5 * 60 + 15, 6 * 60 + 15], 'isStray')).toBe(2)
    expect(countOf(hours(0, 24, 30), 'isStray')).toBe(24)
  })

  test.each([
    ['the rest of a quarter hour', [...quarters(0, 3), 195, ...quarters(4, 6)]],
    ['the only values', [15, 30]],
    ['an hour in quarters', [...hours(0, 5), ...quarters(5, 6), ...hours(6, 24)]],
  ])('are not: %s', (_title, minutes) => {
    expect(countOf(minutes, 'isStray')).toBe(0)
  })
})

test('a day has the steps of its own values: the day before does not count', () => {
  const marks = createQuarterMarks()
  const midnight = Date.UTC(2026, 2, 1, 23)
  for (const minute of [...quarters(0, 24), ...hours(24, 48)]) marks.mark(3, midnight + minute * MINUTE_MS)
  const stepOf = createMarkedSteps(marks)
  expect(stepOf(3, midnight + 5 * HOUR_MS)).toMatchObject({ stepMinutes: 15, isGuessed: false })
  expect(stepOf(3, midnight + 24 * HOUR_MS)).toMatchObject({ stepMinutes: 60, isGuessed: false })
  expect(stepOf(3, midnight + 47 * HOUR_MS)).toMatchObject({ stepMinutes: 60, isGuessed: false })
})

test('series are told apart, and a second value of a moment is noticed', () => {
  const marks = createQuarterMarks()
  const midnight = Date.UTC(2026, 2, 2)
  expect(marks.mark(1, midnight)).toBe(true)
  expect(marks.mark(2, midnight + 15 * MINUTE_MS)).toBe(true)
  expect(createMarkedSteps(marks)(1, midnight)).toMatchObject({ stepMinutes: 60, isGuessed: false })
  expect(marks.mark(1, midnight)).toBe(false)
  expect(marks.mark(2, midnight)).toBe(true)
})

const day = (from: number, every = 1) =>
  Array.from({ length: 24 / every }, (_, index) => from + index * every)

test.each<[words: string, hours: number[], hour?: number]>([
  ['a day', [0, 24, 48]],
  ['a day', [0, 23, 71]],
  ['a day', [0, 24]],
  ['every 3 hours', [0, 3, 6, 9]],
  ['every 12 hours', [0, 12, 24]],
  ['every 12 hours', [0, 12]],
  ['every 2 hours', [0, 2, 6, 8]],
  ['every 168 hours', [0, 168, 336]],
  // A day begins at 23:00 UTC.
  ['every 3 hours', [...day(23), ...day(47, 3), ...day(71)], 47],
  ['every 3 hours', [...day(23, 3), ...day(47)], 23],
  ['every 3 hours', [...day(23), ...day(47).slice(0, 12), 60, 63, 66, 69], 60],
  ['every 12 hours', [...day(23), 47, 59, ...day(71)], 47],
  ['every 8 hours', [...day(23), ...day(47, 8), ...day(71)], 47],
  ['a day', [...day(23), 48, 72, 96], 48],
])('one value %s is refused: %j', (words, hours, hour = hours[0]) => {
  expect(sparseFrom(hours)).toEqual({ hour, words: expect.stringContaining(` has one value ${words}. `) })
})

test.each([
  ['one value', [0]],
  ['hours', [0, 1, 2]],
  ['hours of some days', [0, 1, 24, 25, 48, 49]],
  ['hours far apart', [0, 5, 17, 40, 90]],
  ['two hours, five apart', [0, 5]],
  ['two hours, three apart', [0, 3]],
  ['hours of which single ones are missing', day(23).filter((hour) => ![25, 27, 33, 40].includes(hour))],
  ['a day that ends early, its second hour missing', [...day(23), 47, 49, ...day(71)]],
  ['a last day that begins', [...day(23), 47]],
])('%s are not refused', (_title, hours) => {
  expect(sparseFrom(hours)).toBe(null)
})
