import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

import type { SeriesQuery } from '#contract/series.ts'
import { toStamp } from '#server/clock.ts'

/** Names of columns, which say what they hold: `_utc` times in epoch milliseconds, `_mw` powers, `_days` counts, and all others texts. */
export type Columns = readonly string[]
const isTime = (column: string) => column.endsWith('_utc')

/** Rows of an answer, column by column: null for missing. */
export type Rows = readonly (readonly (number | string | null)[])[]

/** Writes rows in a format, piece by piece. */
export interface RowWriter {
  type: string
  /** Whether the answer gets smaller when it is compressed on the way. */
  isText: boolean
  /** What comes before the rows of the first batch. */
  head(): string | Uint8Array
  rows(rows: Rows): string | Promise<Uint8Array>
  /** What comes after the rows of the last batch. */
  tail(): string | Promise<Uint8Array>
}

type Format = SeriesQuery['format']

/** The texts of rows, one after the other. No text has a character that CSV or JSON would have to escape. */
function textsOf(rows: Rows, write: (cells: readonly (number | string | null)[]) => string): string {
  const [first = []] = rows
  return first.map((_, row) => write(rows.map((column) => column[row] ?? null))).join('')
}

function createCsvWriter(columns: Columns): RowWriter {
  const cell = (value: number | string | null, column: number) =>
    typeof value === 'number' && isTime(columns[column] ?? '') ? toStamp(value) : (value ?? '')
  return {
    type: 'text/csv; charset=utf-8',
    isText: true,
    head: () => `${columns.join(',')}\n`,
    rows: (rows) => textsOf(rows, (cells) => `${cells.map(cell).join(',')}\n`),
    tail: () => '',
  }
}

function createJsonWriter(columns: Columns): RowWriter {
  let separator = ''
  return {
    type: 'application/json; charset=utf-8',
    isText: true,
    head: () => '[',
    rows: (rows) =>
      textsOf(rows, (cells) => {
        const members = columns.map((name, column) => {
          const value = cells[column] ?? null
          return `"${name}":${JSON.stringify(typeof value === 'number' && isTime(name) ? toStamp(value) : value)}`
        })
        const line = `${separator}\n{${members.join(',')}}`
        separator = ','
        return line
      }),
    tail: () => '\n]\n',
  }
}

function parquetType(column: string): Omit<SchemaElement, 'name'> {
  if (isTime(column))
    return {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    }
  if (column.endsWith('_mw')) return { type: 'DOUBLE' }
  if (column.endsWith('_days')) return { type: 'INT32' }
  return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
}

/** One row group for each batch. The footer alone is kept until the end. */
function createParquetWriter(columns: Columns): RowWriter {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map((name) => ({ name, repetition_type: 'OPTIONAL' as const, ...parquetType(name) })),
  ]
  const bytes = new ByteWriter()
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'energy-metrics' })
  /** What has been written since the last call. */
  function take(): Uint8Array {
    const written = bytes.getBytes().slice()
    bytes.index = 0
    return written
  }
  return {
    type: 'application/vnd.apache.parquet',
    isText: false,
    head: take,
    async rows(rows) {
      const columnData = columns.map((name, column) => {
        const cells = rows[column] ?? []
        const toDate = (utc: (typeof cells)[number]) => (utc === null ? null : new Date(utc))
        return { name, data: isTime(name) ? cells.map(toDate) : [...cells] }
      })
      await file.write({ columnData, rowGroupSize: rows[0]?.length ?? 0 })
      return take()
    },
    async tail() {
      await file.finish()
      return take()
    },
  }
}

const WRITERS: Readonly<Record<Format, (columns: Columns) => RowWriter>> = {
  csv: createCsvWriter,
  json: createJsonWriter,
  parquet: createParquetWriter,
}

export function createRowWriter(format: Format, columns: Columns): RowWriter {
  return WRITERS[format](columns)
}
