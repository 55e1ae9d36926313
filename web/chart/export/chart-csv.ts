import type { ChartData } from '#web/chart/data/chart-data.ts'
import { MAX_DECIMALS } from '#web/chart/format/value-format.ts'
import { remarksByRow, type TableColumn, tableColumns } from '#web/chart/table-columns.ts'
import { zoneName } from '#web/zone/display-zone.ts'
import { wallTime, zoneOffsetMs } from '#web/zone/wall-clock.ts'

export interface CsvContext {
  unit: string
  /** In the header of every value column: `Demo data`, `ENTSO-E`. */
  source: string | null
  format: CsvFormat
}

export function createCsv(data: ChartData, context: CsvContext): string {
  const rows = data.timesS.map((timeS) => {
    const utc = new Date(timeS * 1000).toISOString()
    const local = wallTime(timeS * 1000)
    return context.format.times === 'spreadsheet'
      ? [utc.slice(0, 16).replace('T', ' '), local]
      : [utc.replace('.000Z', 'Z'), local + offsetOf(timeS * 1000)]
  })
  const rowHeads = ['time_utc', `time_local (${zoneName()})`]
  return writeCsv({ rowHeads, rows, columns: tableColumns(data), remarkOf: remarksByRow(data) }, context)
}

function offsetOf(timeMs: number): string {
  const offsetMs = zoneOffsetMs(timeMs)
  return `${offsetMs < 0 ? '-' : '+'}${new Date(Math.abs(offsetMs)).toISOString().slice(11, 16)}`
}

export interface CsvTable {
  rowHeads: readonly string[]
  rows: readonly (readonly string[])[]
  columns: readonly TableColumn[]
  remarkOf?: ((row: number) => string | null) | undefined
}

export function writeCsv({ rowHeads, rows, columns, remarkOf }: CsvTable, context: CsvContext): string {
  const about = [context.unit, context.source].filter((part) => part).join(', ')
  const head = [
    ...rowHeads,
    ...columns.map(({ name }) => (about === '' ? name : `${name} (${about})`)),
    ...(remarkOf ? ['remark'] : []),
  ]
  const lines = rows.map((cells, index) => [
    ...cells,
    ...columns.map(({ values }) => values[index] ?? null),
    ...(remarkOf ? [remarkOf(index)] : []),
  ])
  return createCsvText([head, ...lines], context.format)
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets in most European languages expect semicolons and decimal commas. */
export interface CsvFormat {
  separator: ',' | ';'
  decimal: '.' | ','
  /** Excel reads an ISO time with a letter or an offset as text. */
  times: 'iso' | 'spreadsheet'
}

/** A missing number is an empty cell. Text that a spreadsheet would run as a formula is marked as text. */
export function createCsvText(
  lines: readonly (readonly (string | number | null)[])[],
  { separator, decimal }: Pick<CsvFormat, 'separator' | 'decimal'>,
): string {
  const cellOf = (cell: string | number | null) => {
    if (typeof cell === 'string') return quoteText(cell, separator)
    return cell === null ? '' : String(Number(cell.toFixed(MAX_DECIMALS))).replace('.', decimal)
  }
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('')
}

function quoteText(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}
