import { expect, test } from 'vitest'

import { createDefaultFilters, createGraphCard } from './graph-card.ts'
import { createQuery, daysOf, hasUnsentFilters } from './query-body.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('the default card asks for seven days back at 00:00 to today at 23:59, and for nothing else', () => {
  expect(createQuery(createDefaultFilters(NOW))).toEqual({
    category: 'Residual Load',
    area: 'CWE',
    time: ['2026-11-13 00:00', '2026-11-20 23:59'],
    frequency: 'D',
  })
})

test('the end is moved to 23:59 of its local day, the start stays where it is @§5-4', () => {
  const filters = {
    ...createDefaultFilters(NOW),
    dateFrom: '2026-11-13T22:59:00.000Z',
    dateTo: '2026-11-20T23:30:00.000Z',
  }
  expect(createQuery(filters).time).toEqual(['2026-11-13 23:59', '2026-11-21 23:59'])
})

test('a day with a clock change ends at its own 23:59', () => {
  const filters = { ...createDefaultFilters(NOW), dateTo: '2026-10-25T00:30:00.000Z' }
  expect(createQuery(filters).time[1]).toBe('2026-10-25 23:59')
})

test('a table of at most 92 days is requested for 92 local days, and for no more', () => {
  const dates = { dateFrom: '2026-09-30T22:00:00.000Z', dateTo: '2026-12-31T12:00:00.000Z' }
  expect(daysOf(dates, 92)).toEqual({ from: '2026-10-01', to: '2027-01-01' })
  expect(daysOf({ ...dates, dateTo: '2027-01-01T12:00:00.000Z' }, 92)).toBeNull()
})

const FILTERS = createDefaultFilters(Date.UTC(2026, 10, 20))
const shown = { ...createGraphCard('a', FILTERS), shownFilters: FILTERS }

test('filters that were changed after the answer are not run yet, until they are changed back', () => {
  expect(hasUnsentFilters(shown)).toBe(false)
  expect(hasUnsentFilters({ ...shown, filters: { ...FILTERS, area: 'DE' } })).toBe(true)
  expect(hasUnsentFilters({ ...shown, filters: { ...FILTERS, compareWith: 'week' } })).toBe(true)
  expect(hasUnsentFilters({ ...shown, filters: { ...FILTERS } })).toBe(false)
})

test('a card that was never run says nothing', () => {
  expect(hasUnsentFilters(createGraphCard('a', { ...FILTERS, area: 'DE' }))).toBe(false)
})
