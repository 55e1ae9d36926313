import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { z } from 'zod'

import type { SeriesQuery } from '#contract/series.ts'
import { toStamp } from '#contract/time.ts'

/** Suffixes: `_utc` epoch milliseconds, `_mw` power, `_days` count, otherwise text. */
export type Columns = readonly string[]
const isTime = (column: string) => column.endsWith('_utc')

export type Cell = number | string | null

/** A row with times in epoch milliseconds. */
export type RowOf<Table extends z.ZodObject> = {
  [Column in keyof z.output<Table>]: Column extends `${string}_utc`
    ? Exclude<z.output<Table>[Column], string> | number
    : z.output<Table>[Column]
}

/** Other columns' cells are ignored. */
export type Row = Readonly<Record<string, Cell>>
export type Rows = readonly Row[]

type WriteRows = (
  columns: Columns,
  batches: AsyncIterable<Rows>,
  basis: readonly string[],
  isHeaded?: boolean,
) => AsyncGenerator<string | Uint8Array>

const cellOf = (row: Row, column: string): Cell => {
  const value = row[column] ?? null
  return typeof value === 'number' && isTime(column) ? toStamp(value) : value
}

const csvCell = (cell: Cell) =>
  typeof cell === 'string' && /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : (cell ?? '')

const writeCsv: WriteRows = async function* (columns, batches, basis, isHeaded = false) {
  const head = isHeaded ? basis.map((line) => `# ${line}\n`) : []
  yield `${head.join('')}${columns.join(',')}\n`
  for await (const rows of batches)
    yield rows.map((row) => `${columns.map((name) => csvCell(cellOf(row, name))).join(',')}\n`).join('')
}

const writeJson: WriteRows = async function* (columns, batches, basis, isHeaded = false) {
  yield isHeaded ? `{"basis":${JSON.stringify(basis)},"rows":[` : '['
  let separator = ''
  for await (const rows of batches) {
    if (rows.length === 0) continue
    const texts = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, cellOf(row, name)]))),
    )
    yield `${separator}\n${texts.join(',\n')}`
    separator = ','
  }
  yield isHeaded ? '\n]}\n' : '\n]\n'
}

function parquetType(column: string): Omit<SchemaElement, 'name'> {
  if (isTime(column))
    return {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    }
  if (column.endsWith('_mw')) return { type: 'DOUBLE' }
  if (/_(days|year)$/.test(column)) return { type: 'INT32' }
  return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
}

/** By batch; only the footer stays in memory. */
const writeParquet: WriteRows = async function* (columns, batches, basis) {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map((name) => ({ name, repetition_type: 'OPTIONAL' as const, ...parquetType(name) })),
  ]
  const bytes = new ByteWriter()
  const file = new ParquetWriter({
    writer: bytes,
    schema,
    createdBy: 'energy-metrics',
    kvMetadata: basis.length === 0 ? [] : [{ key: 'basis', value: basis.join(' | ') }],
  })
  function bytesSinceLastCall(): Uint8Array {
    const written = bytes.getBytes().slice()
    bytes.index = 0
    return written
  }
  yield bytesSinceLastCall()
  for await (const rows of batches) {
    const columnData = columns.map((name) => {
      const cells = rows.map((row) => row[name] ?? null)
      return { name, data: isTime(name) ? cells.map((utc) => (utc === null ? null : new Date(utc))) : cells }
    })
    await file.write({ columnData, rowGroupSize: rows.length })
    yield bytesSinceLastCall()
  }
  await file.finish()
  yield bytesSinceLastCall()
}

/** `isText`: worth compressing. */
export const FORMATS: Readonly<
  Record<SeriesQuery['format'], { type: string; isText: boolean; write: WriteRows }>
> = {
  csv: { type: 'text/csv; charset=utf-8', isText: true, write: writeCsv },
  json: { type: 'application/json; charset=utf-8', isText: true, write: writeJson },
  parquet: { type: 'application/vnd.apache.parquet', isText: false, write: writeParquet },
}
