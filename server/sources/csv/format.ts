import { AREA_CODES, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { plainName } from '#contract/series.ts'
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#contract/time.ts'
import type { Kind, Quantity, StepMinutes } from '#server/series/series.ts'
import type { WeatherField } from '#server/series/weather/area-weather.ts'
import { parseInstant } from '#server/sources/instant.ts'

/** A file that cannot be imported: nothing of it is stored. */
export class CsvError extends Error {
  override name = 'CsvError'

  /** Without a line where the whole file is wrong. */
  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `line ${line}: ${reason}`)
  }
}

/** A cell as a message quotes it: on one line, and short. */
export function quoted(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)
}

export interface PowerColumn {
  name: string
  quantity: Quantity
  kind: Kind
}

export const POWER_COLUMNS: readonly PowerColumn[] = [
  { name: 'load', quantity: 'load', kind: 'actual' },
  { name: 'solar', quantity: 'solar', kind: 'actual' },
  { name: 'wind', quantity: 'wind', kind: 'actual' },
  { name: 'load_forecast', quantity: 'load', kind: 'tso' },
  { name: 'solar_forecast', quantity: 'solar', kind: 'tso' },
  { name: 'wind_forecast', quantity: 'wind', kind: 'tso' },
]

/** A column of forecast weather: means of an area over the hour that the stamp begins. */
export interface WeatherColumn {
  name: string
  field: Exclude<WeatherField, 'windPower'>
  unit: string
  /** Values outside cannot be true. */
  least: number
  most: number
}

export const WEATHER_COLUMNS: readonly WeatherColumn[] = [
  { name: 'temperature_forecast', field: 'temperatureC', unit: '°C', least: -70, most: 60 },
  { name: 'wind_speed_forecast', field: 'windSpeedMs', unit: 'm/s', least: 0, most: 100 },
  { name: 'radiation_forecast', field: 'radiationWm2', unit: 'W/m²', least: 0, most: 1500 },
]

export const COLUMNS: readonly (PowerColumn | WeatherColumn)[] = [...POWER_COLUMNS, ...WEATHER_COLUMNS]

/** What pandas, R and others name the column of their row numbers. */
const ROW_NUMBERS = /^(?:|index|unnamed: ?\d+|x|row_?names?)$/i
export const NO_ROW_NUMBERS = 'Write the file without them: index=False in pandas, row.names = FALSE in R.'

/** Throws a `CsvError` for a header that a spreadsheet program has written in another form, or with columns that are unknown or there twice. */
export function checkNames(cells: readonly string[], known: readonly string[], line: number): void {
  const [only = ''] = cells
  if (/^sep=/i.test(only))
    throw new CsvError(line, 'it has the line sep= of a spreadsheet program. Remove that line.')
  const separator = cells.length > 1 ? undefined : [';', '\t'].find((one) => only.includes(one))
  if (separator !== undefined)
    throw new CsvError(
      line,
      `its cells are separated by ${separator === ';' ? 'semicolons' : 'tabs'}. Commas must separate them, with decimal points in the numbers.`,
    )
  if (ROW_NUMBERS.test(only))
    throw new CsvError(line, `the column ${quoted(only)} holds row numbers. ${NO_ROW_NUMBERS}`)
  for (const [index, name] of cells.entries()) {
    if (!known.includes(name))
      throw new CsvError(line, `there is no column ${quoted(name)}. The columns are ${known.join(', ')}.`)
    if (cells.indexOf(name) !== index) throw new CsvError(line, `the column ${name} appears twice.`)
  }
}

/** Checks the first line: `timestamp`, `area`, maybe `step`, and any of the value columns, in any order. Throws a `CsvError`. */
export function checkHeader(names: readonly string[], line: number): void {
  checkNames(names, ['timestamp', 'area', 'step', ...COLUMNS.map(({ name }) => name)], line)
  const hasValues = COLUMNS.some(({ name }) => names.includes(name))
  if (!names.includes('timestamp') || !names.includes('area') || !hasValues)
    throw new CsvError(line, `the columns timestamp, area and at least one column of values are needed.`)
}

/** A line below the header. */
export interface CsvRow {
  /** Number of the line; the first line of the file is 1. */
  number: number
  /** The cell of a column, empty where the file has no such column. */
  cell: (column: string) => string
}

export interface CsvLine {
  number: number
  stampUtc: number
  area: MemberCode
  /** As the line gives it, null if it does not. */
  stepMinutes: StepMinutes | null
  /** The values of the cells that are not empty. */
  values: readonly { column: PowerColumn | WeatherColumn; value: number }[]
}

/** How programs write a missing value. */
const MISSING = /^(?:n\/?a|<na>|n\.a\.?|[+-]?nan|1?\.?#\S+|null|none|nil|missing|-+|\.+|\?+)$/i
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** No hourly values are older than this. A typing error in the year would be stored where nobody looks for it. */
const FIRST_UTC = Date.UTC(1990, 0, 1)
const END_UTC = Date.UTC(2100, 0, 1)
const STEPS: ReadonlyMap<string, StepMinutes> = new Map([
  ['15', 15],
  ['30', 30],
  ['60', 60],
])

/** The number in a cell that is not empty. Throws a `CsvError`. */
export function readNumber(cell: string, column: string, number: number): number {
  if (MISSING.test(cell))
    throw new CsvError(
      number,
      `${quoted(cell)} in the column ${column} is not a number. Leave the cell of a missing value empty.`,
    )
  const value = Number(cell)
  if (!DECIMAL.test(cell) || !Number.isFinite(value))
    throw new CsvError(number, `${quoted(cell)} in the column ${column} is not a number.`)
  return value
}

/** Reads one line below the header. Throws a `CsvError` that says what is wrong with it. */
export function readLine({ number, cell }: CsvRow): CsvLine {
  const area = readArea(cell('area'), number)
  const stampUtc = readStamp(cell('timestamp'), number)
  const values: { column: PowerColumn | WeatherColumn; value: number }[] = []
  for (const column of COLUMNS) {
    const text = cell(column.name)
    if (text === '') continue
    const value = readNumber(text, column.name, number)
    if ('field' in column && stampUtc % HOUR_MS !== 0)
      throw new CsvError(number, `${column.name} is a mean of a whole hour: its time must be a full hour.`)
    values.push({ column, value })
  }
  const stepMinutes = readStep(cell('step'), stampUtc, number)
  return { number, stampUtc, area, stepMinutes, values }
}

const AREAS: ReadonlyMap<string, MemberCode> = new Map(MEMBER_CODES.map((member) => [member, member]))

export function readArea(code: string, number: number): MemberCode {
  const area = AREAS.get(plainName(code))
  if (area !== undefined) return area
  if (AREA_CODES.some((group) => group === plainName(code)))
    throw new CsvError(number, `${code} is a group; values belong to its members.`)
  const areas = MEMBER_CODES.join(', ')
  throw new CsvError(number, `there is no area ${quoted(code)}. The areas are ${areas}.`)
}

export function readStamp(cell: string, number: number): number {
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
