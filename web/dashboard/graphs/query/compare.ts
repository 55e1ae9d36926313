import { subDays } from 'date-fns'

import { PERIOD_SEPARATOR } from '#web/dashboard/graphs/answer/curve-roles.ts'
import { sortRows } from '#web/dashboard/graphs/answer/read-answer.ts'
import type {
  CompareWith,
  GraphCurve,
  GraphData,
  GraphFilters,
} from '#web/dashboard/graphs/store/graph-card.ts'
import { inZone } from '#web/zone/display-zone.ts'
import { momentOf, wallClock } from '#web/zone/wall-clock.ts'

export const COMPARE_LABELS: Readonly<Record<CompareWith, string>> = {
  none: 'None',
  day: 'Previous day',
  week: 'Previous week',
  year: 'Previous year',
}

const DAY_MS = 86_400_000
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
    const moved = momentOf(+wallClock(timestamp) + DAYS_BACK[compareWith] * DAY_MS)
    // An hour that the clock skips on the later day has no stamp there. The second of two repeated hours has none on an
    // ordinary day, so the first one is used.
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
