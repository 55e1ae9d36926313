import { format } from 'date-fns'

import type { GraphData } from '#web/dashboard/graphs/graph-card.ts'

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The figures of a graph as CSV: the stamp in UTC and as local wall clock, then one column of MW a curve. A missing value is
 * an empty cell; a name that a spreadsheet would take for a formula is quoted as text.
 */
export function createCsv({ rows, curves }: GraphData, timeZone: string): string {
  const header = ['time_utc', `time_local (${timeZone})`, ...curves.map(({ name }) => `${name} (MW)`)]
  const lines = rows.map(({ timestamp, values }) => [
    new Date(timestamp).toISOString().replace('.000Z', 'Z'),
    format(timestamp, 'yyyy-MM-dd HH:mm'),
    ...values.map((value) => (value === null ? '' : String(value))),
  ])
  return BYTE_ORDER_MARK + [header.map(quoteText), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** A cell of text that no spreadsheet runs as a formula and no reader splits. */
function quoteText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
