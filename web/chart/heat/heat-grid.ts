import { utcMonth } from 'd3-time'

import { monthDay } from '#contract/words/days.ts'
import { type Cycle, finestCycleOf } from '#web/chart/data/hours-and-weekdays.ts'
import { decimalsOf } from '#web/chart/format/value-format.ts'
import { wallClock } from '#web/zone/wall-clock.ts'

const DAY_MS = 86_400_000

export type HeatGrid = ReturnType<typeof createHeatGrid>
export type HeatPlace = HeatGrid['places'][number]

/** A column per day (or week), a row per hour of the day (or day of the week) in the page's time zone. */
export function createHeatGrid(timesS: readonly number[]) {
  const cycle = finestCycleOf(timesS)
  const rowCount = cycle.slots.length
  const lengthMs = cycle.kind === 'week' ? 7 * DAY_MS : DAY_MS
  const firsts = timesS.map((timeS) => firstDay(timeS, cycle))
  const [first = 0] = firsts
  const count = timesS.length === 0 ? 0 : ((firsts.at(-1) ?? first) - first) / lengthMs + 1
  const columns = Array.from({ length: count }, (_, column) => first + column * lengthMs)
  const cellOf = timesS.map(
    (timeS, index) => (((firsts[index] ?? first) - first) / lengthMs) * rowCount + cycle.slotOf(timeS),
  )
  const cells: number[][] = Array.from({ length: count * rowCount }, () => [])
  for (const [index, cell] of cellOf.entries()) cells[cell]?.push(index)
  const places = cellOf.map((cell, index) => {
    const stamps = cells[cell] ?? []
    return {
      column: Math.floor(cell / rowCount),
      row: cell % rowCount,
      part: stamps.indexOf(index),
      parts: stamps.length,
    }
  })
  return {
    cycle,
    /** First day of each column: midnight UTC of the calendar day, epoch milliseconds. */
    columns,
    /** Stamp indexes, column by column: two in the hour that a clock change repeats, none in a skipped one. */
    cells,
    /** A cell with several stamps is split from top to bottom. */
    places,
  }
}

function firstDay(timeS: number, cycle: Cycle): number {
  const day = wallClock(timeS * 1000).setUTCHours(0, 0, 0, 0)
  return cycle.kind === 'week' ? day - cycle.slotOf(timeS) * DAY_MS : day
}

/** Shares of the grid, from 0 to 1. */
export function stampAt({ cycle, columns, cells }: HeatGrid, acrossShare: number, downShare: number) {
  if (!(acrossShare >= 0 && acrossShare < 1 && downShare >= 0 && downShare < 1)) return null
  const rowCount = cycle.slots.length
  const down = downShare * rowCount
  const indexes = cells[Math.floor(acrossShare * columns.length) * rowCount + Math.floor(down)] ?? []
  return indexes[Math.floor((down % 1) * indexes.length)] ?? null
}

/** Skips columns without a stamp; `null` beyond the grid. */
export function stampBeside(grid: HeatGrid, index: number, columnsOn: number): number | null {
  const place = grid.places[index]
  if (place === undefined) return null
  const rowCount = grid.cycle.slots.length
  const step = Math.sign(columnsOn)
  for (let column = place.column + columnsOn; column >= 0 && column < grid.columns.length; column += step) {
    const [found] = grid.cells[column * rowCount + place.row] ?? []
    if (found !== undefined) return found
  }
  return null
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const ROW_HEADS = { day: 'Day', week: 'Week from' }

/** `Nov 13, 2026`. */
export function columnName({ columns }: HeatGrid, column: number): string {
  return dayFormat.format(columns[column] ?? 0)
}

/** `2026-11-13`. */
export function columnDate({ columns }: HeatGrid, column: number): string {
  return new Date(columns[column] ?? 0).toISOString().slice(0, 10)
}

/** A row per day, a column per hour, and a second column for a repeated hour, `02:00 (2)`. */
export function heatColumns({ cycle, columns, cells }: HeatGrid, values: readonly (number | null)[]) {
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

const LABEL_PX = 66
const COLUMN_STEPS = [1, 2, 4, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
/** Longer distances are whole months. */
const MONTH_DAYS = 28

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const yearFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Labels that have room. `columns`: first day of each, midnight UTC, epoch milliseconds. */
export function columnTicks(columns: readonly number[], widthPx: number) {
  const columnPx = widthPx / Math.max(1, columns.length)
  const columnDays = ((columns[1] ?? 0) - (columns[0] ?? 0)) / DAY_MS
  const every = COLUMN_STEPS.find((step) => step * columnPx >= LABEL_PX && step * columnDays <= MONTH_DAYS)
  if (every !== undefined || columns.length <= 1)
    return columns.flatMap((day, column) =>
      column % (every ?? 1) === 0 ? [{ column, label: monthDay(day) }] : [],
    )
  const monthPx = (MONTH_DAYS / columnDays) * columnPx
  const months = MONTH_STEPS.find((step) => step * monthPx >= LABEL_PX) ?? 120
  return columns.flatMap((day, column) => {
    const start = monthStart(day, columnDays)
    if (start === null || (start.getUTCFullYear() * 12 + start.getUTCMonth()) % months !== 0) return []
    const isJanuary = start.getUTCMonth() === 0
    return [{ column, label: (isJanuary ? yearFormat : monthFormat).format(start) }]
  })
}

function monthStart(day: number, columnDays: number): Date | null {
  const start = utcMonth.ceil(new Date(day))
  return +start < day + columnDays * DAY_MS ? start : null
}
