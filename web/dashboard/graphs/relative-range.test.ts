import { expect, test } from 'vitest'

import type { RelativeRange } from '#contract/dashboard-address.ts'

import { describeRelative, resolveRange } from './relative-range.ts'

const day = (days: number, months = 0) => ({ months, days })
const WEEK = { from: { start: 'week' as const, ...day(0) }, to: day(0) }
const LAST_MONTH = {
  from: { start: 'month' as const, ...day(0, -1) },
  to: { start: 'month' as const, ...day(-1) },
}
const SEASON = { from: { start: 'season' as const, ...day(0) }, to: day(0) }

test('a range covers whole days around now, also where the clock changes', () => {
  const week = { from: day(-6), to: day(1) }
  expect(resolveRange(week, Date.parse('2026-11-20T11:30Z'))).toEqual({
    dateFrom: '2026-11-13T23:00:00.000Z',
    dateTo: '2026-11-21T22:59:00.000Z',
  })
  // The evening before summer time begins.
  expect(resolveRange(week, Date.parse('2027-03-27T22:30Z'))).toEqual({
    dateFrom: '2027-03-20T23:00:00.000Z',
    dateTo: '2027-03-28T21:59:00.000Z',
  })
})

test('a running period begins with its Monday, its first or its season', () => {
  const first = (range: RelativeRange, now: string) => resolveRange(range, Date.parse(now)).dateFrom
  expect(first(WEEK, '2026-11-22T12:00:00Z')).toBe('2026-11-15T23:00:00.000Z')
  expect(first(WEEK, '2026-11-22T23:30:00Z')).toBe('2026-11-22T23:00:00.000Z')
  expect(resolveRange(LAST_MONTH, Date.parse('2026-03-31T12:00Z'))).toEqual({
    dateFrom: '2026-01-31T23:00:00.000Z',
    dateTo: '2026-02-28T22:59:00.000Z',
  })
  for (const date of ['2026-10-01', '2026-12-31', '2027-03-31'])
    expect(first(SEASON, `${date}T12:00:00Z`)).toBe('2026-09-30T22:00:00.000Z')
  for (const date of ['2027-04-01', '2027-09-30'])
    expect(first(SEASON, `${date}T12:00:00Z`)).toBe('2027-03-31T22:00:00.000Z')
})

test.each<[string, RelativeRange]>([
  ['Last 7 days', { from: day(-6), to: day(0) }],
  ['Last 7 days and tomorrow', { from: day(-6), to: day(1) }],
  ['Last 12 months', { from: day(1, -12), to: day(0) }],
  ['Yesterday', { from: day(-1), to: day(-1) }],
  ['This week', WEEK],
  ['Last month', LAST_MONTH],
  ['Summer so far', SEASON],
  ['Last 60 days', { from: day(-59), to: day(0) }],
  ['Last 60 days and tomorrow', { from: day(-59), to: day(1) }],
  ['From today −10 days to today −3 days', { from: day(-10), to: day(-3) }],
  ['From start of month −1 day to today', { from: { start: 'month', ...day(-1) }, to: day(0) }],
  ['Last 12 months', { from: day(0, -12), to: day(0) }],
  ['Last 3 months and tomorrow', { from: day(0, -3), to: day(1) }],
])('a range is described as %s', (words, range) => {
  expect(describeRelative(range, '2026-04-01T12:00:00Z')).toBe(words)
})

test('a season that begins in October is a winter', () => {
  expect(describeRelative(SEASON, '2026-09-30T22:00:00Z')).toBe('Winter so far')
})
