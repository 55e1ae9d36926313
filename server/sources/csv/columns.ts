import type { Kind, Quantity } from '#server/series/series.ts'
import type { WeatherField } from '#server/series/weather/area-weather.ts'

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

/** What a value column of the format holds. */
export interface ValueColumn {
  name: string
  quantity: Quantity
  kind: Kind
}

export const VALUE_COLUMNS: readonly ValueColumn[] = [
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

/** The positions of the columns in one file. */
export interface CsvHeader {
  width: number
  timestampAt: number
  areaAt: number
  /** -1 if the file has no such column. */
  stepAt: number
  values: readonly (ValueColumn & { at: number })[]
  weather: readonly (WeatherColumn & { at: number })[]
}

/** Reads the first line: `timestamp`, `area`, maybe `step`, and any of the value columns, in any order. Throws a `CsvError`. */
export function readHeader(cells: readonly string[], line: number): CsvHeader {
  const [only = ''] = cells
  const separator = cells.length > 1 ? undefined : [';', '\t'].find((one) => only.includes(one))
  if (separator !== undefined)
    throw new CsvError(
      line,
      `its cells are separated by ${separator === ';' ? 'semicolons' : 'tabs'}. Commas must separate them, with decimal points in the numbers.`,
    )
  const columns = [...VALUE_COLUMNS, ...WEATHER_COLUMNS]
  const known = ['timestamp', 'area', 'step', ...columns.map((column) => column.name)]
  for (const [index, name] of cells.entries()) {
    if (!known.includes(name))
      throw new CsvError(line, `there is no column ${quoted(name)}. The columns are ${known.join(', ')}.`)
    if (cells.indexOf(name) !== index) throw new CsvError(line, `the column ${name} appears twice.`)
  }
  const timestampAt = cells.indexOf('timestamp')
  const areaAt = cells.indexOf('area')
  const present = <Column extends { name: string }>(columns: readonly Column[]) =>
    columns.map((column) => ({ ...column, at: cells.indexOf(column.name) })).filter(({ at }) => at !== -1)
  const [values, weather] = [present(VALUE_COLUMNS), present(WEATHER_COLUMNS)]
  if (timestampAt === -1 || areaAt === -1 || values.length + weather.length === 0)
    throw new CsvError(line, `the columns timestamp, area and at least one column of values are needed.`)
  return { width: cells.length, timestampAt, areaAt, stepAt: cells.indexOf('step'), values, weather }
}
