import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

import type { SeriesQuery } from '#contract/series.ts'
import { toPower } from '#server/series/power.ts'

/** Rows of an answer: when each interval begins, and its mean power in MW, NaN for missing. */
export interface Rows {
  stamps: readonly number[]
  powerMw: Float64Array
}

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

function createCsvWriter(): RowWriter {
  return {
    type: 'text/csv; charset=utf-8',
    isText: true,
    head: () => 'time_utc,power_mw\n',
    rows: ({ stamps, powerMw }) =>
      stamps.map((utc, row) => `${stampText(utc)},${toPower(powerMw[row] ?? NaN) ?? ''}\n`).join(''),
    tail: () => '',
  }
}

function createJsonWriter(): RowWriter {
  let separator = ''
  return {
    type: 'application/json; charset=utf-8',
    isText: true,
    head: () => '[',
    rows({ stamps, powerMw }) {
      const text = stamps.map((utc, row) => {
        const object = `{"time_utc":"${stampText(utc)}","power_mw":${toPower(powerMw[row] ?? NaN)}}`
        const line = `${separator}\n${object}`
        separator = ','
        return line
      })
      return text.join('')
    },
    tail: () => '\n]\n',
  }
}

const PARQUET_SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: 2 },
  {
    name: 'time_utc',
    type: 'INT64',
    repetition_type: 'REQUIRED',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  { name: 'power_mw', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
]

/** One row group for each batch. The footer alone is kept until the end. */
function createParquetWriter(): RowWriter {
  const bytes = new ByteWriter()
  const file = new ParquetWriter({ writer: bytes, schema: PARQUET_SCHEMA, createdBy: 'energy-metrics' })
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
    rows({ stamps, powerMw }) {
      const columnData = [
        { name: 'time_utc', data: stamps.map((utc) => new Date(utc)) },
        { name: 'power_mw', data: Array.from(powerMw, toPower) },
      ]
      void file.write({ columnData, rowGroupSize: stamps.length })
      return take()
    },
    tail() {
      void file.finish()
      return take()
    },
  }
}

const WRITERS: Readonly<Record<Format, () => RowWriter>> = {
  csv: createCsvWriter,
  json: createJsonWriter,
  parquet: createParquetWriter,
}

export function createRowWriter(format: Format): RowWriter {
  return WRITERS[format]()
}
