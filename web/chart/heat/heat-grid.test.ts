import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  columnDate,
  columnName,
  columnTicks,
  createHeatGrid,
  heatColumns,
  stampAt,
  stampBeside,
} from './heat-grid.ts'

const HOUR_S = 3600
const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, hour) => Date.parse(from) / 1000 + hour * HOUR_S)

test('a column per day and a row per hour', () => {
  const grid = createHeatGrid(hours('2026-11-12T23:00:00Z', 49))
  expect(grid.columns).toEqual(['2026-11-13', '2026-11-14', '2026-11-15'].map(Date.parse))
  expect(grid.cells.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, hour) => [hour]))
  expect(grid.cells[48]).toEqual([48])
  expect(grid.cells[49]).toEqual([])
})

test('the repeated hour of autumn shares a cell, and the skipped hour of spring has none', () => {
  const autumn = createHeatGrid(hours('2026-10-24T22:00:00Z', 25))
  expect(autumn.columns).toHaveLength(1)
  expect(autumn.cells.slice(1, 4)).toEqual([[1], [2, 3], [4]])
  expect(autumn.places[3]).toEqual({ column: 0, row: 2, part: 1, parts: 2 })
  const spring = createHeatGrid(hours('2026-03-28T23:00:00Z', 23))
  expect(spring.cells.slice(1, 4)).toEqual([[1], [], [2]])
})

test('days without values keep their columns', () => {
  const grid = createHeatGrid([...hours('2026-11-12T23:00:00Z', 2), ...hours('2026-11-15T23:00:00Z', 2)])
  expect(grid.columns).toHaveLength(4)
  expect(stampBeside(grid, 0, 1)).toBe(2)
  expect(stampBeside(grid, 2, 1)).toBeNull()
})

test('daily values stand in a column per week and a row per weekday', () => {
  // 13 November 2026 is a Friday.
  const grid = createHeatGrid(hours('2026-11-12T23:00:00Z', 8 * 24).filter((_, hour) => hour % 24 === 0))
  expect(grid.columns).toHaveLength(2)
  expect(grid.cells).toEqual([[], [], [], [], [0], [1], [2], [3], [4], [5], [6], [7], [], []])
})

test('every stamp is found again at its place, in any year', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.nat(399),
      (startHour, count, at) => {
        const grid = createHeatGrid(
          Array.from({ length: count }, (_, hour) => 1.6e9 - (1.6e9 % HOUR_S) + (startHour + hour) * HOUR_S),
        )
        expect(grid.cells.flat()).toHaveLength(count)
        const index = at % count
        const place = grid.places[index]
        if (place === undefined) throw new Error('no place')
        const across = (place.column + 0.5) / grid.columns.length
        const down = (place.row + (place.part + 0.5) / place.parts) / 24
        expect(stampAt(grid, across, down)).toBe(index)
      },
    ),
  )
})

test('a row per day and a column per hour, with a second one for the repeated hour', () => {
  const startS = Date.parse('2026-10-23T22:00Z') / 1000
  const timesS = Array.from({ length: 49 }, (_, hour) => startS + hour * 3600)
  const grid = createHeatGrid(timesS)
  const columns = heatColumns(
    grid,
    timesS.map((_, hour) => (hour === 1 ? null : hour)),
  )
  expect(columns).toHaveLength(25)
  expect(columns.slice(0, 5)).toEqual([
    { name: '00:00', values: [0, 24], decimals: 0 },
    { name: '01:00', values: [null, 25], decimals: 0 },
    { name: '02:00', values: [2, 26], decimals: 0 },
    { name: '02:00 (2)', values: [null, 27], decimals: 0 },
    { name: '03:00', values: [3, 28], decimals: 0 },
  ])
  expect([columnName(grid, 1), columnDate(grid, 1)]).toEqual(['Oct 25, 2026', '2026-10-25'])
})

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
