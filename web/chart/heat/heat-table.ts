import { decimalsOf } from '#web/chart/format/value-format.ts'
import type { TableColumn } from '#web/chart/table-columns.ts'

import type { HeatGrid } from './heat-grid.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** What a row of the table is: each column of the map. */
export const ROW_HEADS = { day: 'Day', week: 'Week from' }

/** `Nov 13, 2026`. */
export function columnName({ columns }: HeatGrid, column: number): string {
  return dayFormat.format(columns[column] ?? 0)
}

/** `2026-11-13`. */
export function columnDate({ columns }: HeatGrid, column: number): string {
  return new Date(columns[column] ?? 0).toISOString().slice(0, 10)
}

/**
 * The heat map as a table, turned: a row per day and a column per hour. The hour that a clock change repeats has a second
 * column, `02:00 (2)`.
 */
export function heatColumns(
  { cycle, columns, cells }: HeatGrid,
  values: readonly (number | null)[],
): TableColumn[] {
  const rowCount = cycle.slots.length
  const decimals = decimalsOf(values)
  return cycle.slots.flatMap((slot, row) => {
    const ofSlot = columns.map((_, column) => cells[column * rowCount + row] ?? [])
    const parts = Math.max(1, ...ofSlot.map((indexes) => indexes.length))
    return Array.from({ length: parts }, (_, part) => ({
      name: part === 0 ? slot : `${slot} (${part + 1})`,
      values: ofSlot.map((indexes) => values[indexes[part] ?? -1] ?? null),
      decimals,
    }))
  })
}
