import { expect, test } from 'vitest'

import { createDefaultFilters } from '#web/dashboard/graphs/store/graph-card.ts'

import { createFileName, describeFilters } from './graph-text.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('a graph is described by subject, step, local days, their zone and comparison', () => {
  const filters = createDefaultFilters(NOW)
  // Intl sets thin spaces around the dash.
  const text = describeFilters({ ...filters, compareWith: 'year' }, 'curves').replaceAll(/\s/g, ' ')
  expect(text).toBe(
    'Residual Load, Central Western Europe · Daily · Nov 13 – 20, 2026 · Europe/Berlin, CET · with previous year',
  )
  expect(describeFilters(filters, 'curves')).not.toContain('with')
  expect(describeFilters(filters, 'errors')).toMatch(
    /^Residual Load, Central Western Europe: forecast errors/,
  )
})

test('a file name describes its content', () => {
  const filters = createDefaultFilters(NOW)
  expect(createFileName(filters, 'curves', 'csv')).toBe('residual-load_CWE_2026-11-13_2026-11-20.csv')
  expect(createFileName(filters, 'errors', 'png')).toBe('residual-load_CWE_2026-11-13_2026-11-20_errors.png')
})
