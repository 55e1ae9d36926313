import { expect, test } from 'vitest'

import { createDefaultFilters } from './graph-card.ts'
import { createFileName, describeFilters } from './graph-text.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('a graph is described by subject, step, local days, their zone and comparison', () => {
  const filters = createDefaultFilters(NOW)
  // Intl sets thin spaces around the dash.
  const text = describeFilters({ ...filters, compareWith: 'year' }).replaceAll(/\s/g, ' ')
  expect(text).toBe(
    'Residual Load, Central Western Europe · Daily · Nov 13 – 20, 2026 · Europe/Berlin, CET · with previous year',
  )
  expect(describeFilters(filters)).not.toContain('with')
})

test('a file name describes its content', () => {
  expect(createFileName(createDefaultFilters(NOW), 'csv')).toBe('residual-load_CWE_2026-11-13_2026-11-20.csv')
})
