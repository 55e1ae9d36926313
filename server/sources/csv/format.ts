import { AREA_CODES, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { plainName } from '#contract/series.ts'
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#contract/time.ts'
import type { Kind, Quantity, StepMinutes } from '#server/series/series.ts'
import type { WeatherField } from '#server/series/store/area-weather.ts'
import { parseInstant } from '#server/sources/instant.ts'

/** None of the file is stored. */
export class CsvError extends Error {
  override name = 'CsvError'

  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `line ${line}: ${reason}`)
  }
}

/** Shortens to one line of at most 40 characters. */
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

/** Means over the hour that starts at the stamp. */
export interface WeatherColumn {
  name: string
  field: Exclude<WeatherField, 'windPower'>
  unit: string
  /** Values outside are refused as impossible. */
  least: number
  most: number
}

export const WEATHER_COLUMNS: readonly WeatherColumn[] = [
  { name: 'temperature_forecast', field: 'temperatureC', unit: '°C', least: -70, most: 60 },
  { name: 'wind_speed_forecast', field: 'windSpeedMs', unit: 'm/s', least: 0, most: 100 },
  { name: 'radiation_forecast', field: 'radiationWm2', unit: 'W/m²', least: 0, most: 1500 },
]

export const COLUMNS: readonly (PowerColumn | WeatherColumn)[] = [...POWER_COLUMNS, ...WEATHER_COLUMNS]

const ROW_NUMBERS = /^(?:|index|unnamed: ?\d+|x|row_?names?)$/i
export const NO_ROW_NUMBERS = 'Write the file without them: index=False in pandas, row.names = FALSE in R.'

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

export function checkHeader(names: readonly string[], line: number): void {
  checkNames(names, ['timestamp', 'area', 'step', ...COLUMNS.map(({ name }) => name)], line)
  const hasValues = COLUMNS.some(({ name }) => names.includes(name))
  if (!names.includes('timestamp') || !names.includes('area') || !hasValues)
    throw new CsvError(line, `the columns timestamp, area and at least one column of values are needed.`)
}

export interface CsvRow {
  /** 1 for the first line of the file. */
  number: number
  /** Empty without such a column. */
  cell: (column: string) => string
}

export type CsvLine = ReturnType<typeof readLine>

/** As other programs write a missing value. */
const MISSING = /^(?:n\/?a|<na>|n\.a\.?|[+-]?nan|1?\.?#\S+|null|none|nil|missing|-+|\.+|\?+)$/i
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** Catches typing errors in the year: there is no older hourly data. */
const FIRST_UTC = Date.UTC(1990, 0, 1)
const END_UTC = Date.UTC(2100, 0, 1)
const STEPS: ReadonlyMap<string, StepMinutes> = new Map([
  ['15', 15],
  ['30', 30],
  ['60', 60],
])

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

export function readLine({ number, cell }: CsvRow) {
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
