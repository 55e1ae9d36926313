import { utcMonth } from 'd3-time'

const LABEL_PX = 66
const DAY_MS = 86_400_000
/** Names by columns apart, then by months apart. */
const COLUMN_STEPS = [1, 2, 4, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
/** Longer steps than this begin with months. */
const MONTH_DAYS = 28

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const yearFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The columns with room for a name: every so many days, or starts of months. `columns`: the first day of each, midnight UTC in epoch milliseconds. */
export function columnTicks(columns: readonly number[], widthPx: number) {
  const columnPx = widthPx / Math.max(1, columns.length)
  const columnDays = ((columns[1] ?? 0) - (columns[0] ?? 0)) / DAY_MS
  const every = COLUMN_STEPS.find((step) => step * columnPx >= LABEL_PX && step * columnDays <= MONTH_DAYS)
  if (every !== undefined || columns.length <= 1)
    return columns.flatMap((day, column) =>
      column % (every ?? 1) === 0 ? [{ column, label: dayFormat.format(day) }] : [],
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

/** The first of a month, if it lies in a column. */
function monthStart(day: number, columnDays: number): Date | null {
  const start = utcMonth.ceil(new Date(day))
  return +start < day + columnDays * DAY_MS ? start : null
}
