import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { createDefaultFilters } from '#web/dashboard/graphs/graph-card.ts'

import {
  clampRange,
  createDayRange,
  createPresets,
  createResetRange,
  isChosen,
  isDefaultRange,
  isTooLong,
} from './date-range.ts'

/** 20 November 2026, 12:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('Reset is from 23:59 seven days ago until now @§4.4-2', () => {
  expect(createResetRange(NOW)).toEqual({
    dateFrom: '2026-11-13T22:59:00.000Z',
    dateTo: '2026-11-20T11:30:00.000Z',
    relative: null,
  })
})

test('the default of the cards and the Reset range both count as the default range @§2.4-3 @§9-1', () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(instant, (now) => {
      expect(isDefaultRange(createDefaultFilters(now), now)).toBe(true)
      expect(isDefaultRange(createResetRange(now), now)).toBe(true)
    }),
  )
})

test('a day more or less is another range', () => {
  expect(isDefaultRange(createDayRange('2026-11-12', '2026-11-20'), NOW)).toBe(false)
  expect(isDefaultRange(createDayRange('2026-11-13', '2026-11-19'), NOW)).toBe(false)
})

test('a range is too long by the hour after two years, by the day after ten', () => {
  const year = createDayRange('2024-03-01', '2026-02-28')
  expect(isTooLong({ ...year, timerange: 'H' })).toBe(false)
  const dayMore = createDayRange('2024-03-01', '2026-03-01')
  expect(isTooLong({ ...dayMore, timerange: 'H' })).toBe(true)
  expect(isTooLong({ ...dayMore, timerange: 'D' })).toBe(false)
  expect(isTooLong({ ...createDayRange('2016-01-01', '2026-01-01'), timerange: 'D' })).toBe(true)
})

test('the presets are whole local days, in the order of time, a few of them at first', () => {
  expect(createPresets(NOW).map(({ label, range }) => [label, range.dateFrom, range.dateTo])).toEqual([
    ['Yesterday', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:00.000Z'],
    ['Today', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['Tomorrow', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:00.000Z'],
    ['Last 7 days', '2026-11-13T23:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['Last 7 days and tomorrow', '2026-11-13T23:00:00.000Z', '2026-11-21T22:59:00.000Z'],
    ['Last 30 days', '2026-10-21T22:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['Last 12 months', '2025-11-20T23:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['This week', '2026-11-15T23:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['Last month', '2026-09-30T22:00:00.000Z', '2026-10-31T22:59:00.000Z'],
    ['Last 90 days', '2026-08-22T22:00:00.000Z', '2026-11-20T22:59:00.000Z'],
    ['Winter so far', '2026-09-30T22:00:00.000Z', '2026-11-20T22:59:00.000Z'],
  ])
})

test('a range is cut to the days that can be chosen', () => {
  const limits = { first: '2026-01-10', last: '2026-11-21' }
  const range = (from: string, to: string) => clampRange(createDayRange(from, to), limits)
  const within = createDayRange('2026-06-01', '2026-06-02')
  expect(clampRange(within, limits)).toEqual(within)
  expect(clampRange(within, null)).toBe(within)
  expect(range('2025-11-20', '2026-11-20')).toEqual(createDayRange('2026-01-10', '2026-11-20'))
  expect(range('2026-11-21', '2026-11-23')).toEqual(createDayRange('2026-11-21', '2026-11-21'))
  expect(range('2026-11-22', '2026-11-22')).toBeNull()
  expect(range('2026-01-08', '2026-01-09')).toBeNull()
})

test('a preset moves on with the calendar as long as it is whole, and the same days by hand do not', () => {
  const limits = { first: '2026-10-01', last: '2026-11-21' }
  const offered = createPresets(NOW).map(({ range }) => clampRange(range, limits))
  const [week, quarter] = [offered[3], offered[9]]
  expect(week?.relative).toEqual({ from: { months: 0, days: -6 }, to: { months: 0, days: 0 } })
  expect(quarter).toMatchObject({ dateFrom: '2026-09-30T22:00:00.000Z', relative: null })
  const byHand = createDayRange('2026-11-14', '2026-11-20')
  expect(isChosen(week ?? null, week ?? null)).toBe(true)
  expect(isChosen(week ?? null, byHand)).toBe(false)
  expect(isChosen(quarter ?? null, quarter ?? null)).toBe(true)
})
