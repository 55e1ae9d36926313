import { AREA_CODES, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import type { Kind, Quantity } from '#server/series/series.ts'

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

/** Where the columns of one file stand. */
export interface CsvHeader {
  width: number
  timestampAt: number
  areaAt: number
  values: readonly (ValueColumn & { at: number })[]
}

/** A file that cannot be taken: nothing of it is stored. */
export class CsvError extends Error {
  override name = 'CsvError'

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
  }
}

/** Reads the first line: `timestamp`, `area` and any of the value columns, in any order. Throws a `CsvError`. */
export function readHeader(cells: readonly string[], line: number): CsvHeader {
  const known = ['timestamp', 'area', ...VALUE_COLUMNS.map((column) => column.name)]
  for (const [index, name] of cells.entries()) {
    if (!known.includes(name))
      throw new CsvError(line, `there is no column ${quoted(name)}; there are ${known.join(', ')}.`)
    if (cells.indexOf(name) !== index) throw new CsvError(line, `the column ${name} is there twice.`)
  }
  const timestampAt = cells.indexOf('timestamp')
  const areaAt = cells.indexOf('area')
  const values = VALUE_COLUMNS.map((column) => ({ ...column, at: cells.indexOf(column.name) })).filter(
    ({ at }) => at !== -1,
  )
  if (timestampAt === -1 || areaAt === -1 || values.length === 0)
    throw new CsvError(line, `timestamp, area and at least one column of values are needed.`)
  return { width: cells.length, timestampAt, areaAt, values }
}

const MEMBERS: ReadonlySet<string> = new Set(MEMBER_CODES)

export function isMemberCode(code: string): code is MemberCode {
  return MEMBERS.has(code)
}

/** Why a text is no area that has values of its own. */
export function areaProblem(code: string): string {
  const isGroup = AREA_CODES.some((area) => area === code)
  if (isGroup) return `${code} is a group; values belong to its members.`
  return `there is no area ${quoted(code)}; there are ${MEMBER_CODES.join(', ')}.`
}

/** A cell as it may stand in a message: on one line, not longer than is needed to find it. */
export function quoted(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)
}
