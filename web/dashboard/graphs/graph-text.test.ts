import { expect, test } from 'vitest'

import { createDefaultFilters, DEFAULT_VIEW } from '#web/dashboard/graphs/store/graph-card.ts'

import { createFileName, describeFilters } from './graph-text.ts'

const ERRORS = { form: 'errors' as const, isWorkdaysOnly: false }
const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('a graph is described by subject, step, local days, their zone and comparison', () => {
  const filters = createDefaultFilters(NOW)
  // Intl sets thin spaces around the dash.
  const text = describeFilters({ ...filters, compareWith: 'year' }, DEFAULT_VIEW, []).replaceAll(/\s/g, ' ')
  expect(text).toBe(
    'Residual Load, Central Western Europe · Daily · Nov 13 – 20, 2026 · Europe/Berlin, CET · with previous year',
  )
  expect(describeFilters(filters, DEFAULT_VIEW, [])).not.toContain('with')
  expect(describeFilters(filters, ERRORS, [])).toMatch(
    /^Residual Load, Central Western Europe: forecast errors\s·/,
  )
  expect(describeFilters(filters, { ...ERRORS, isWorkdaysOnly: true }, [])).toMatch(
    /: forecast errors, working days only\s·/,
  )
})

test('the stamps of the answer decide whether it is of hours or of quarter hours', () => {
  const filters = { ...createDefaultFilters(NOW), area: 'DE', others: ['FR'], timerange: 'H' } as const
  const text = (stepS: number) => describeFilters(filters, DEFAULT_VIEW, [0, stepS, 2 * stepS])
  expect(text(3600)).toContain('Residual Load, Germany, France\u00a0· Hourly')
  expect(text(900)).toContain('· Quarter-hourly')
  expect(createFileName(filters, DEFAULT_VIEW, 'csv')).toBe('residual-load_DE-FR_2026-11-13_2026-11-20.csv')
})

test('a file name describes its content', () => {
  const filters = createDefaultFilters(NOW)
  expect(createFileName(filters, DEFAULT_VIEW, 'csv')).toBe('residual-load_CWE_2026-11-13_2026-11-20.csv')
  expect(createFileName(filters, ERRORS, 'png')).toBe('residual-load_CWE_2026-11-13_2026-11-20_errors.png')
  expect(createFileName(filters, { ...ERRORS, isWorkdaysOnly: true }, 'csv')).toMatch(
    /_errors_working-days.csv$/,
  )
})
