import { expect, test } from 'vitest'

import { describeRelative, resolveRange } from './relative-range.ts'

const day = (days: number, months = 0) => ({ months, days })

test('a range covers whole days around now, also where the clock changes', () => {
  const week = { from: day(-6), to: day(1) }
  expect(resolveRange(week, Date.parse('2026-11-20T11:30:00Z'))).toEqual({
    dateFrom: '2026-11-13T23:00:00.000Z',
    dateTo: '2026-11-21T22:59:00.000Z',
  })
  // Late in the evening of the day before summer time begins.
  expect(resolveRange(week, Date.parse('2027-03-27T22:30:00Z'))).toEqual({
    dateFrom: '2027-03-20T23:00:00.000Z',
    dateTo: '2027-03-28T21:59:00.000Z',
  })
})

test('a range is described in words', () => {
  expect(
    [
      { from: day(-6), to: day(0) },
      { from: day(-6), to: day(1) },
      { from: day(1, -12), to: day(0) },
      { from: day(-1), to: day(-1) },
      { from: day(0), to: day(0) },
      { from: day(1), to: day(1) },
      { from: day(-10), to: day(-3) },
      { from: day(0, -1), to: day(2) },
    ].map(describeRelative),
  ).toEqual([
    'Last 7 days',
    'Last 7 days until tomorrow',
    'Last 12 months',
    'Yesterday',
    'Today',
    'Tomorrow',
    'From 10 days ago until 3 days ago',
    'From 1 month ago until 2 days ahead',
  ])
})
