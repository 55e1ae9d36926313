import type { ByQuantity } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './day-grid.ts'

/** Numbers by local day, `width` to a row, computed on demand and in order; later rows are NaN. */
export interface DayTable {
  readonly days: number
  readonly width: number
  /** Throws if `day` is after the information time. */
  upTo(day: number): Float64Array
}

export function rowOf(source: DayTable, day: number): Float64Array {
  const { width } = source
  return source.upTo(day).subarray(Math.max(0, day) * width, Math.max(0, day + 1) * width)
}

/** `fill` writes a row that is NaN before. Takes memory once read: a run never reads half of its tables. */
export function createDayTable(
  days: number,
  fill: (table: Float64Array, day: number) => void,
  width = HOURS_PER_DAY,
): DayTable {
  let table: Float64Array | null = null
  let next = 0
  return {
    days,
    width,
    upTo(day) {
      table ??= new Float64Array(days * width).fill(NaN)
      for (; next <= day && next < days; next++) fill(table, next)
      return table
    },
  }
}

/** One value per day; `before` has the earlier days. */
export function perDay(days: number, valueOf: (day: number, before: Float64Array) => number): DayTable {
  return createDayTable(days, (table, day) => void (table[day] = valueOf(day, table)), 1)
}

export function toDayTable(table: Float64Array, width = HOURS_PER_DAY): DayTable {
  return { days: table.length / width, width, upTo: () => table }
}

export function mapTable(source: DayTable, map: (value: number) => number): DayTable {
  return joinTables(source, source, map)
}

/** The second is read `laterDays` back, and may have one number a day. */
export function joinTables(
  a: DayTable,
  b: DayTable,
  join: (a: number, b: number) => number,
  laterDays = 0,
): DayTable {
  const { days, width } = a
  const step = b.width === width ? 1 : 0
  const fill = (table: Float64Array, day: number) => {
    const [first, second] = [a.upTo(day), b.upTo(day - laterDays)]
    const [from, other] = [day * width, (day - laterDays) * b.width]
    for (let i = 0; i < width; i++)
      table[from + i] = join(first[from + i] ?? NaN, other < 0 ? NaN : (second[other + step * i] ?? NaN))
  }
  return createDayTable(days, fill, width)
}

export function subtractTables(a: DayTable, b: DayTable, laterDays = 0): DayTable {
  const { days, width } = a
  // A loop of its own: called back for every cell, `joinTables` would box each result.
  const fill = (table: Float64Array, day: number) => {
    const [first, second] = [a.upTo(day), b.upTo(day - laterDays)]
    const back = laterDays * width
    if (day >= laterDays)
      for (let cell = day * width; cell < (day + 1) * width; cell++)
        table[cell] = (first[cell] ?? NaN) - (second[cell - back] ?? NaN)
  }
  return createDayTable(days, fill, width)
}

export interface DayFeatures {
  /** Features of a day or hour; an hour starts at (day × 24 + hour) × `width`. */
  width: number
  tableWith(day: number): Float64Array
}

/** Caches features, which forecasting, learning and forgetting a day need. `describe` fills the row at `start`. */
export function rememberDays(
  days: number,
  size: number,
  describe: (table: Float64Array, start: number, day: number) => void,
): (day: number) => Float64Array {
  let table: Float64Array | null = null
  const isDescribed = new Uint8Array(days)
  return (day) => {
    table ??= new Float64Array(days * size)
    if (isDescribed[day] === 0) {
      describe(table, day * size, day)
      isDescribed[day] = 1
    }
    return table
  }
}

/**
 * Null for an hour without features, whose first is then NaN. Values of `others`, hourly or daily, follow; 0 for
 * missing.
 */
export function describeHours(
  days: number,
  ownWidth: number,
  describe: (day: number) => (hour: number, cell: number) => readonly number[] | null,
  others: readonly DayTable[] = [],
): DayFeatures {
  const width = ownWidth + others.length
  const tableWith = rememberDays(days, HOURS_PER_DAY * width, (rows, start, day) => {
    const featuresOf = describe(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const at = start + hour * width
      const features = featuresOf(hour, day * HOURS_PER_DAY + hour)
      if (features === null) rows[at] = NaN
      else for (let k = 0; k < ownWidth; k++) rows[at + k] = features[k] ?? NaN
    }
    for (const [k, other] of others.entries()) {
      const values = other.upTo(day)
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const value = values[other.width === 1 ? day : day * HOURS_PER_DAY + hour] ?? NaN
        rows[start + hour * width + ownWidth + k] = Number.isNaN(value) ? 0 : value
      }
    }
  })
  return { width, tableWith }
}

export function ifWhole(features: readonly number[]): readonly number[] | null {
  for (const value of features) if (Number.isNaN(value)) return null
  return features
}

export function residualTable(quantities: ByQuantity<DayTable>): DayTable {
  const { load, solar, wind } = quantities
  return subtractTables(subtractTables(load, solar), wind)
}

/** Days must be requested in order. */
export interface DayModel {
  /** 24 hours in MW, NaN without features, from rows up to two days before. */
  predict(day: number): Float64Array
}

/** NaN if either is missing. */
export function addModel(table: DayTable, model: DayModel): DayModel {
  return {
    predict(day) {
      const values = rowOf(table, day)
      return model.predict(day).map((value, hour) => value + (values[hour] ?? NaN))
    },
  }
}

/** Rows more than `backDays` before the first requested one stay NaN. */
export function tabulate(model: DayModel, days: number, backDays = Infinity): DayTable {
  let first: number | null = null
  const table = createDayTable(days, (rows, day) => {
    if (day >= (first ?? 0)) rows.set(model.predict(day), day * HOURS_PER_DAY)
  })
  return {
    ...table,
    upTo(day) {
      first ??= day - backDays
      return table.upTo(day)
    },
  }
}
