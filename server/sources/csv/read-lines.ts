import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'

import { CsvError as CsvSyntaxError, parse, type Info } from 'csv-parse'

import { AREA_CODES, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { HOUR_MS, MINUTE_MS, QUARTER_MS, type StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'

import {
  CsvError,
  type CsvHeader,
  quoted,
  readHeader,
  type ValueColumn,
  type WeatherColumn,
} from './columns.ts'

export interface CsvLine {
  /** 1 is the first line of the file. */
  number: number
  stampUtc: number
  area: MemberCode
  /** As the line gives it, null if it does not. */
  stepMinutes: StepMinutes | null
  /** What the cells hold that are not empty, MW. */
  power: readonly Cell<ValueColumn>[]
  weather: readonly Cell<WeatherColumn>[]
}

interface Cell<Column> {
  column: Column
  value: number
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** No hourly values are older than this. A typing error in the year would be stored where nobody looks for it. */
const FIRST_UTC = Date.UTC(1990, 0, 1)
const END_UTC = Date.UTC(2100, 0, 1)
const MEMBERS: ReadonlySet<string> = new Set(MEMBER_CODES)
const STEPS: ReadonlyMap<string, StepMinutes> = new Map([
  ['15', 15],
  ['30', 30],
  ['60', 60],
])

/** Reads one line below the header. Throws a `CsvError` that says what is wrong with it. */
export function checkLine(cells: readonly string[], number: number, header: CsvHeader): CsvLine {
  if (cells.length !== header.width)
    throw new CsvError(number, `it has ${cells.length} cells, the header has ${header.width}.`)
  const area = cells[header.areaAt] ?? ''
  if (!isMemberCode(area)) throw new CsvError(number, areaProblem(area))
  const stampUtc = readStamp(cells[header.timestampAt] ?? '', number)
  const weather = readCells(cells, header.weather, number)
  const [first] = weather
  if (first !== undefined && stampUtc % HOUR_MS !== 0)
    throw new CsvError(
      number,
      `${first.column.name} is a mean of a whole hour: its time must be a full hour.`,
    )
  return {
    number,
    stampUtc,
    area,
    stepMinutes: readStep(cells[header.stepAt] ?? '', stampUtc, number),
    power: readCells(cells, header.values, number),
    weather,
  }
}

function isMemberCode(code: string): code is MemberCode {
  return MEMBERS.has(code)
}

function areaProblem(code: string): string {
  const isGroup = AREA_CODES.some((area) => area === code)
  if (isGroup) return `${code} is a group; values belong to its members.`
  return `there is no area ${quoted(code)}. The areas are ${MEMBER_CODES.join(', ')}.`
}

function readStamp(cell: string, number: number): number {
  const stampUtc = parseInstant(cell)
  if (stampUtc === null)
    throw new CsvError(number, `${quoted(cell)} is not a time such as 2026-03-29T01:00Z or …T02:00+01:00.`)
  if (stampUtc % QUARTER_MS !== 0)
    throw new CsvError(number, `${quoted(cell)} is not on a quarter of an hour.`)
  if (stampUtc < FIRST_UTC || stampUtc >= END_UTC)
    throw new CsvError(number, `${quoted(cell)} is not between 1990 and 2100.`)
  return stampUtc
}

function readStep(cell: string, stampUtc: number, number: number): StepMinutes | null {
  if (cell === '') return null
  const step = STEPS.get(cell)
  if (step === undefined) throw new CsvError(number, `the step ${quoted(cell)} is not 15, 30 or 60 minutes.`)
  if (stampUtc % (step * MINUTE_MS) !== 0)
    throw new CsvError(number, `its time is not a multiple of its step of ${step} minutes.`)
  return step
}

function readCells<Column extends { name: string; at: number }>(
  cells: readonly string[],
  columns: readonly Column[],
  number: number,
): Cell<Column>[] {
  const read: Cell<Column>[] = []
  for (const column of columns) {
    const cell = cells[column.at] ?? ''
    if (cell === '') continue
    const value = Number(cell)
    if (!DECIMAL.test(cell) || !Number.isFinite(value))
      throw new CsvError(number, `${quoted(cell)} in the column ${column.name} is not a number.`)
    read.push({ column, value })
  }
  return read
}

interface ReadCsvOptions {
  /** Is given every byte of the file. */
  hash: Hash
  onBytes?: (bytes: number) => void
}

interface ParsedLine {
  record: string[]
  info: { lines: number }
}

/** So that a quote that is never closed does not collect the rest of the file. */
const MAX_LINE_LENGTH = 10_000

/** Reads a file line by line, in little memory. Throws a `CsvError` at the first line that is wrong. */
export async function* readCsvLines(path: string, options: ReadCsvOptions): AsyncGenerator<CsvLine> {
  let header: CsvHeader | null = null
  for await (const { record, info } of parsedLines(path, options)) {
    if (header === null) header = readHeader(record, info.lines)
    else yield checkLine(record, info.lines, header)
  }
  if (header === null) throw new CsvError(1, 'the file is empty.')
}

async function* parsedLines(path: string, { hash, onBytes }: ReadCsvOptions): AsyncGenerator<ParsedLine> {
  const parser = parse({
    bom: true,
    info: true,
    // Files that several programs wrote have more than one of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_LINE_LENGTH,
  })
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    hash.update(chunk)
    onBytes?.(chunk.length)
  })
  // When the file fails, so does the parser, and the loop below ends.
  pipeline(file, parser, () => {})
  const lines: AsyncIterable<ParsedLine> = parser
  try {
    yield* lines
  } catch (error) {
    if (error instanceof CsvSyntaxError)
      throw new CsvError(recordLine(parser.info), `it is not valid CSV (${syntaxProblem(error)}).`)
    throw error
  }
}

/** Where the record that cannot be read begins: a quote that is not closed is found many lines below it. */
function recordLine({ records, empty_lines }: Info): number {
  return records + empty_lines + 1
}

function syntaxProblem({ code }: CsvSyntaxError): string {
  return code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')
}
