import { addDays, subDays } from 'date-fns'

import type { CompareWith, GraphCurve, GraphData, GraphFilters } from './graph-card.ts'
import { sortRows } from './read-answer.ts'

export const COMPARE_LABELS: Readonly<Record<CompareWith, string>> = {
  none: 'None',
  day: 'Previous day',
  week: 'Previous week',
  year: 'Previous year',
}

/** Calendar days back; a year is 52 whole weeks, so that weekdays meet. */
const DAYS_BACK: Readonly<Record<Exclude<CompareWith, 'none'>, number>> = { day: 1, week: 7, year: 364 }

/** The filters of the period to compare with, or `null` where none is chosen. */
export function createComparedFilters(filters: GraphFilters): GraphFilters | null {
  if (filters.compareWith === 'none') return null
  const days = DAYS_BACK[filters.compareWith]
  return {
    ...filters,
    dateFrom: subDays(filters.dateFrom, days).toISOString(),
    dateTo: subDays(filters.dateTo, days).toISOString(),
  }
}

/**
 * Both periods in one: the earlier one's curves stand at the later one's stamps, moved by calendar days so that a change of
 * the clock moves nothing, dimmed, in the colour of their counterpart, and named `Actual · previous week`.
 */
export function mergeCompared(
  chosen: GraphData,
  compared: GraphData,
  compareWith: Exclude<CompareWith, 'none'>,
): GraphData {
  const suffix = COMPARE_LABELS[compareWith].toLowerCase()
  const curves = compared.curves.map((curve): GraphCurve => ({
    name: `${curve.name} · ${suffix}`,
    style: 'dimmed',
    colourIndex: chosen.curves.find(({ name }) => name === curve.name)?.colourIndex ?? curve.colourIndex,
  }))
  const rows = new Map(chosen.rows.map(({ timestamp, values }) => [timestamp, [...values]]))
  const filled = new Set<number>()
  for (const { timestamp, values } of compared.rows) {
    const moved = moveByDays(timestamp, DAYS_BACK[compareWith])
    // The second of a doubled hour has no stamp of its own on an ordinary day: the first holds.
    if (moved === null || filled.has(moved)) continue
    filled.add(moved)
    const row = rows.get(moved) ?? Array.from<number | null>({ length: chosen.curves.length }).fill(null)
    row.push(...values)
    rows.set(moved, row)
  }
  const width = chosen.curves.length + curves.length
  for (const row of rows.values()) while (row.length < width) row.push(null)
  return { rows: sortRows(rows), curves: [...chosen.curves, ...curves] }
}

/** The same local time some days later, or `null` where the clock skips it there. */
function moveByDays(timestamp: number, days: number): number | null {
  const moved = addDays(timestamp, days)
  const from = new Date(timestamp)
  return moved.getHours() === from.getHours() && moved.getMinutes() === from.getMinutes()
    ? moved.getTime()
    : null
}
