import { format } from 'date-fns'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { tableColumns } from '#web/chart/table-columns.ts'

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What separates cells and decimals. Spreadsheets of most European languages expect semicolons and decimal commas. */
export interface CsvFormat {
  separator: ',' | ';'
  decimal: '.' | ','
}

export interface CsvContext {
  unit: string
  /** Written into the header of every column of values: `Demo data`, `ENTSO-E`. */
  source: string | null
  /** IANA name of the browser's zone. */
  timeZone: string
  format: CsvFormat
}

/**
 * The figures of a chart as CSV: the stamp in UTC and in local time, then one column per curve. A missing value is an empty
 * cell. A name that a spreadsheet would take for a formula is marked as text.
 */
export function createCsv(data: ChartData, context: CsvContext): string {
  const { separator, decimal } = context.format
  const columns = tableColumns(data)
  const about = [context.unit, ...(context.source === null ? [] : [context.source])].join(', ')
  const header = [
    'time_utc',
    `time_local (${context.timeZone})`,
    ...columns.map(({ name }) => `${name} (${about})`),
  ]
  const lines = data.timesS.map((timeS, index) => [
    new Date(timeS * 1000).toISOString().replace('.000Z', 'Z'),
    format(timeS * 1000, 'yyyy-MM-dd HH:mm'),
    ...columns.map(({ values }) => String(values[index] ?? '').replace('.', decimal)),
  ])
  const head = header.map((text) => quoteText(text, separator))
  return BYTE_ORDER_MARK + [head, ...lines].map((cells) => `${cells.join(separator)}\r\n`).join('')
}

/** A cell of text that no spreadsheet runs as a formula and no reader splits. */
function quoteText(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
