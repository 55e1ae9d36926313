import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'

import { CsvError as CsvSyntaxError, parse } from 'csv-parse'

import type { MemberCode } from '#contract/areas.ts'

import { areaProblem, CsvError, isMemberCode, quoted, readHeader, type CsvHeader } from './columns.ts'
import { parseInstant } from '#server/sources/instant.ts'

export interface CsvLine {
  /** 1 is the first line of the file. */
  number: number
  stampUtc: number
  area: MemberCode
  /** MW in the order of `header.values`, NaN where the cell is empty. */
  powerMw: readonly number[]
  header: CsvHeader
}

export interface ReadCsvOptions {
  /** Is given every byte of the file. */
  hash: Hash
  onBytes?: (bytes: number) => void
}

interface ParsedLine {
  record: string[]
  info: { lines: number }
}

const QUARTER_MS = 900_000
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** Nobody has hourly values from before; a typing error in the year would be stored where nobody looks for it. */
const FIRST_UTC = Date.UTC(1990, 0, 1)
const END_UTC = Date.UTC(2100, 0, 1)
/** A quote that is never closed must not collect the rest of the file. */
const LONGEST_LINE = 10_000

/** Reads a file line by line, in little memory. Throws a `CsvError` at the first line that is wrong. */
export async function* readCsvLines(path: string, options: ReadCsvOptions): AsyncGenerator<CsvLine> {
  let header: CsvHeader | null = null
  for await (const { record, info } of parsedLines(path, options)) {
    if (header === null) header = readHeader(record, info.lines)
    else yield readLine(record, info.lines, header)
  }
  if (header === null) throw new CsvError(1, 'the file is empty.')
}

async function* parsedLines(path: string, { hash, onBytes }: ReadCsvOptions): AsyncGenerator<ParsedLine> {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_LINE,
  })
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    hash.update(chunk)
    onBytes?.(chunk.length)
  })
  // A failure of the file ends the parser with it, and the loop below.
  pipeline(file, parser, () => {})
  const lines: AsyncIterable<ParsedLine> = parser
  try {
    yield* lines
  } catch (error) {
    if (error instanceof CsvSyntaxError)
      throw new CsvError(parser.info.lines, `it is no CSV (${syntaxProblem(error)}).`)
    throw error
  }
}

function syntaxProblem({ code }: CsvSyntaxError): string {
  return code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')
}

function readLine(cells: readonly string[], number: number, header: CsvHeader): CsvLine {
  if (cells.length !== header.width)
    throw new CsvError(number, `it has ${cells.length} cells, the header has ${header.width}.`)
  const area = cells[header.areaAt] ?? ''
  if (!isMemberCode(area)) throw new CsvError(number, areaProblem(area))
  return {
    number,
    stampUtc: readStamp(cells[header.timestampAt] ?? '', number),
    area,
    powerMw: header.values.map(({ at, name }) => readPower(cells[at] ?? '', name, number)),
    header,
  }
}

function readStamp(cell: string, number: number): number {
  const stampUtc = parseInstant(cell)
  if (stampUtc === null)
    throw new CsvError(number, `${quoted(cell)} is no instant such as 2026-03-29T01:00Z or …T02:00+01:00.`)
  if (stampUtc % QUARTER_MS !== 0) throw new CsvError(number, `${quoted(cell)} is on no quarter of an hour.`)
  if (stampUtc < FIRST_UTC || stampUtc >= END_UTC)
    throw new CsvError(number, `${quoted(cell)} is not between 1990 and 2100.`)
  return stampUtc
}

function readPower(cell: string, column: string, number: number): number {
  if (cell === '') return Number.NaN
  const value = Number(cell)
  if (!DECIMAL.test(cell) || !Number.isFinite(value))
    throw new CsvError(number, `${quoted(cell)} in the column ${column} is no number.`)
  return value
}
