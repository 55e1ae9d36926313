import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

import type { SeriesQuery } from '#contract/series.ts'

/** The columns of an answer by name: times in epoch milliseconds, powers in MW, texts. */
export type Columns = Readonly<Record<string, 'time' | 'power' | 'text'>>

/** Rows of an answer, column by column: null for missing. */
export type Rows = readonly (readonly (number | string | null)[])[]

/** Writes rows in a format, piece by piece. */
export interface RowWriter {
  type: string
  /** Whether the answer gets smaller when it is compressed on the way. */
  isText: boolean
  /** What comes before the rows of the first batch. */
  head(): string | Uint8Array
  rows(rows: Rows): string | Uint8Array
  /** What comes after the rows of the last batch. */
  tail(): string | Uint8Array
}

type Format = SeriesQuery['format']

const stampText = (utc: number) => new Date(utc).toISOString().replace('.000Z', 'Z')

/** The texts of rows, one after the other. No text has a character that CSV or JSON would have to escape. */
function textsOf(rows: Rows, write: (cells: readonly (number | string | null)[]) => string): string {
  const [first = []] = rows
  return first.map((_, row) => write(rows.map((column) => column[row] ?? null))).join('')
}

function createCsvWriter(columns: Columns): RowWriter {
  const types = Object.values(columns)
  const cell = (value: number | string | null, column: number) =>
    types[column] === 'time' && typeof value === 'number' ? stampText(value) : (value ?? '')
  return {
    type: 'text/csv; charset=utf-8',
    isText: true,
    head: () => `${Object.keys(columns).join(',')}\n`,
    rows: (rows) => textsOf(rows, (cells) => `${cells.map(cell).join(',')}\n`),
    tail: () => '',
  }
}

function createJsonWriter(columns: Columns): RowWriter {
  const named = Object.entries(columns)
  let separator = ''
  return {
    type: 'application/json; charset=utf-8',
    isText: true,
    head: () => '[',
    rows: (rows) =>
      textsOf(rows, (cells) => {
        const members = named.map(([name, type], column) => {
          const value = cells[column] ?? null
          const isTime = type === 'time' && typeof value === 'number'
          return `"${name}":${isTime ? `"${stampText(value)}"` : JSON.stringify(value)}`
        })
        const line = `${separator}\n{${members.join(',')}}`
        separator = ','
        return line
      }),
    tail: () => '\n]\n',
  }
}

const PARQUET_TYPES: Readonly<Record<Columns[string], Omit<SchemaElement, 'name'>>> = {
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  power: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
}

/** One row group for each batch. The footer alone is kept until the end. */
function createParquetWriter(columns: Columns): RowWriter {
  const named = Object.entries(columns)
  const schema: SchemaElement[] = [
    { name: 'root', num_children: named.length },
    ...named.map(([name, type]) => ({ name, repetition_type: 'OPTIONAL' as const, ...PARQUET_TYPES[type] })),
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
    rows(rows) {
      const columnData = named.map(([name, type], column) => {
        const cells = rows[column] ?? []
        const isTime = type === 'time'
        return { name, data: isTime ? cells.map((utc) => (utc === null ? null : new Date(utc))) : [...cells] }
      })
      void file.write({ columnData, rowGroupSize: rows[0]?.length ?? 0 })
      return take()
    },
    tail() {
      void file.finish()
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
