import { AREA_CODES, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { HOUR_MS, MINUTE_MS, type StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'

import type { CsvHeader } from './columns.ts'
import { CsvError, quoted } from './csv-error.ts'

export interface CsvLine {
  /** 1 is the first line of the file. */
  number: number
  stampUtc: number
  area: MemberCode
  /** As the line gives it, null if it does not. */
  stepMinutes: StepMinutes | null
  /** MW in the order of `header.values`, NaN where the cell is empty. */
  powerMw: readonly number[]
  /** In the order of `header.weather`, NaN where the cell is empty. */
  weather: readonly number[]
  header: CsvHeader
}

const QUARTER_MS = 15 * MINUTE_MS
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
  return {
    number,
    stampUtc,
    area,
    stepMinutes: readStep(cells[header.stepAt] ?? '', stampUtc, number),
    powerMw: header.values.map(({ at, name }) => readNumber(cells[at] ?? '', name, number)),
    weather: header.weather.map(({ at, name }) => readWeather(cells[at] ?? '', name, stampUtc, number)),
    header,
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

function readNumber(cell: string, column: string, number: number): number {
  if (cell === '') return Number.NaN
  const value = Number(cell)
  if (!DECIMAL.test(cell) || !Number.isFinite(value))
    throw new CsvError(number, `${quoted(cell)} in the column ${column} is not a number.`)
  return value
}

function readWeather(cell: string, column: string, stampUtc: number, number: number): number {
  if (cell !== '' && stampUtc % HOUR_MS !== 0)
    throw new CsvError(number, `${column} is a mean of a whole hour: its time must be a full hour.`)
  return readNumber(cell, column, number)
}
