import { addDays, subDays } from 'date-fns'

import { inZone } from '#web/zone/display-zone.ts'

import { PERIOD_SEPARATOR } from './curve-roles.ts'
import type { CompareWith, GraphCurve, GraphData, GraphFilters } from './graph-card.ts'
import { sortRows } from './read-answer.ts'

export const COMPARE_LABELS: Readonly<Record<CompareWith, string>> = {
  none: 'None',
  day: 'Previous day',
  week: 'Previous week',
  year: 'Previous year',
}

/** Calendar days back. A year is 52 whole weeks, so that weekdays match. */
const DAYS_BACK: Readonly<Record<Exclude<CompareWith, 'none'>, number>> = { day: 1, week: 7, year: 364 }

/** The filters of the period to compare with; `null` if none is chosen. */
export function createComparedFilters(filters: GraphFilters): GraphFilters | null {
  if (filters.compareWith === 'none') return null
  const days = DAYS_BACK[filters.compareWith]
  return {
    ...filters,
    dateFrom: subDays(inZone(filters.dateFrom), days).toISOString(),
    dateTo: subDays(inZone(filters.dateTo), days).toISOString(),
  }
}

/**
 * Merges both periods. The curves of the earlier one are moved to the stamps of the later one by calendar days, so that a
 * clock change shifts nothing. They are dimmed, have the colour of their counterpart, and are named `Actual · previous week`.
 */
export function mergeCompared(
  chosen: GraphData,
  compared: GraphData,
  compareWith: Exclude<CompareWith, 'none'>,
): GraphData {
  const suffix = COMPARE_LABELS[compareWith].toLowerCase()
  const curves = compared.curves.map((curve): GraphCurve => ({
    name: curve.name + PERIOD_SEPARATOR + suffix,
    style: 'dimmed',
    colourIndex: chosen.curves.find(({ name }) => name === curve.name)?.colourIndex ?? curve.colourIndex,
  }))
  const rows = new Map(chosen.rows.map(({ timestamp, values }) => [timestamp, [...values]]))
  const filled = new Set<number>()
  for (const { timestamp, values } of compared.rows) {
    const moved = moveByDays(timestamp, DAYS_BACK[compareWith])
    // The second of two repeated hours has no stamp on an ordinary day, so the first one is used.
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

/** The moment of the earlier period (epoch seconds) that stands at a moment of the chosen one. */
export function earlierTimeS(timeS: number, compareWith: Exclude<CompareWith, 'none'>): number {
  return subDays(inZone(timeS * 1000), DAYS_BACK[compareWith]).getTime() / 1000
}

/** The same local time some days later; `null` if the clock skips it on that day. */
function moveByDays(timestamp: number, days: number): number | null {
  const from = inZone(timestamp)
  const moved = addDays(from, days)
  return moved.getHours() === from.getHours() && moved.getMinutes() === from.getMinutes()
    ? moved.getTime()
    : null
}
