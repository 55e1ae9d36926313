import { expect, test } from 'vitest'

import { createDefaultFilters, createGraphCard } from '#web/dashboard/graphs/store/graph-card.ts'

import { hasUnsentFilters } from './unsent-filters.ts'

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
