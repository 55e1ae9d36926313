import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { columnTicks } from './column-ticks.ts'

const DAY_MS = 86_400_000
const days = (from: string, count: number, apart = 1) =>
  Array.from({ length: count }, (_, day) => Date.parse(from) + day * apart * DAY_MS)
const labels = (columns: number[], widthPx: number) =>
  columnTicks(columns, widthPx)
    .map(({ label }) => label)
    .join(', ')

test('wide columns are all named, narrower ones every so many days', () => {
  expect(labels(days('2026-11-13', 3), 900)).toBe('Nov 13, Nov 14, Nov 15')
  const fourth = 'Nov 13, Nov 17, Nov 21, Nov 25, Nov 29, Dec 3, Dec 7, Dec 11'
  expect(labels(days('2026-11-13', 30), 700)).toBe(fourth)
})

test('a year is named by its months, January with its year', () => {
  const months = 'Dec, Jan 2026, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov'
  expect(labels(days('2025-11-22', 365), 900)).toBe(months)
  expect(labels(days('2026-01-05', 52, 7), 300)).toBe('Apr, Jul, Oct, Jan 2027')
})

test('names never overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 800 }),
      fc.constantFrom(1, 7),
      fc.integer({ min: 200, max: 1400 }),
      (count, apart, widthPx) => {
        const ticks = columnTicks(days('2024-02-11', count, apart), widthPx)
        const lefts = ticks.map(({ column }) => (column * widthPx) / count)
        for (const [index, left] of lefts.entries())
          expect(left - (lefts[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(55)
      },
    ),
  )
})
