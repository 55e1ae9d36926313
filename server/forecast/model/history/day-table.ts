import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, type ByQuantity } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './day-grid.ts'

/** Numbers by local day, `width` to a row, computed row by row up to the last that a reader names. Rows beyond that are NaN. */
export interface DayTable {
  readonly days: number
  readonly width: number
  /** The table with its rows up to `day`. Throws where `day` lies beyond the information time of the history that it is made from. */
  upTo(day: number): Float64Array
}

/** The numbers of a day; none before the first. */
export function rowOf(source: DayTable, day: number): Float64Array {
  const { width } = source
  return source.upTo(day).subarray(Math.max(0, day) * width, Math.max(0, day + 1) * width)
}

/** A table whose rows are made from rows that are known by then. `fill` writes the row of a day, which is all NaN before. */
export function createDayTable(
  days: number,
  fill: (table: Float64Array, day: number) => void,
  width = HOURS_PER_DAY,
): DayTable {
  const table = new Float64Array(days * width).fill(NaN)
  let next = 0
  return {
    days,
    width,
    upTo(day) {
      for (; next <= day && next < days; next++) fill(table, next)
      return table
    },
  }
}

/** A table of one number a day, made of those before it. */
export function perDay(days: number, valueOf: (day: number, before: Float64Array) => number): DayTable {
  return createDayTable(days, (table, day) => void (table[day] = valueOf(day, table)), 1)
}

/** A table of numbers that are all known from the beginning. */
export function toDayTable(table: Float64Array, width = HOURS_PER_DAY): DayTable {
  return { days: table.length / width, width, upTo: () => table }
}

/** A table of what becomes of each number of another; NaN stays NaN. */
export function mapTable(source: DayTable, map: (value: number) => number): DayTable {
  return joinTables(source, source, map)
}

/** Joins the numbers of two tables, cell by cell. The second can lie `laterDays` back, or have one number a day. */
export function joinTables(
  a: DayTable,
  b: DayTable,
  join: (a: number, b: number) => number,
  laterDays = 0,
): DayTable {
  const { days, width } = a
  const fill = (table: Float64Array, day: number) => {
    const [first, second] = [a.upTo(day), b.upTo(day - laterDays)]
    for (let cell = day * width; cell < (day + 1) * width; cell++)
      table[cell] = join(
        first[cell] ?? NaN,
        second[b.width === width ? cell - laterDays * width : day - laterDays] ?? NaN,
      )
  }
  return createDayTable(days, fill, width)
}

/** `a` − `b`, hour by hour; of `b` the rows of some days before where that is requested. */
export function subtractTables(a: DayTable, b: DayTable, laterDays = 0): DayTable {
  return joinTables(a, b, (minuend, subtrahend) => minuend - subtrahend, laterDays)
}

/** Numbers that describe the days of a history, or their hours, as they are known on the morning before. */
export interface DayFeatures {
  /** Numbers that describe a day or an hour. Those of an hour stand at (day × 24 + hour) × `width`. */
  width: number
  /** The table of all days, once it has the rows of a day. */
  tableWith(day: number): Float64Array
}

/** Remembers features, which are needed when a day is forecast, learned and forgotten. `describe` fills the row that begins at `start`. */
export function rememberDays(
  days: number,
  size: number,
  describe: (table: Float64Array, start: number, day: number) => void,
): (day: number) => Float64Array {
  const table = new Float64Array(days * size)
  const isDescribed = new Uint8Array(days)
  return (day) => {
    if (isDescribed[day] === 0) {
      describe(table, day * size, day)
      isDescribed[day] = 1
    }
    return table
  }
}

/** Features of the hours of days, in a table by `cell`. A null is an hour without any: its first feature is then NaN. */
export function describeHours(
  days: number,
  width: number,
  describe: (day: number) => (hour: number, cell: number) => readonly number[] | null,
): DayFeatures {
  const tableWith = rememberDays(days, HOURS_PER_DAY * width, (rows, start, day) => {
    const featuresOf = describe(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++)
      rows.set(featuresOf(hour, day * HOURS_PER_DAY + hour) ?? [NaN], start + hour * width)
  })
  return { width, tableWith }
}

/** Features of an hour that is only described where it has all of them. */
export function ifWhole(features: readonly number[]): readonly number[] | null {
  return features.some(Number.isNaN) ? null : features
}

/** Residual load by local day and hour. */
export function residualTable(quantities: ByQuantity<DayTable>): DayTable {
  return createDayTable(quantities.load.days, (table, day) => {
    const residual = residualLoad(byQuantity((quantity) => rowOf(quantities[quantity], day)))
    table.set(residual, day * HOURS_PER_DAY)
  })
}

/** A forecast of a table's rows; days must be requested in order. */
export interface DayModel {
  /** The 24 hours of a day in MW, NaN where its features are missing, from the rows up to two days before. */
  predict(day: number): Float64Array
}

/** A forecast and its expected error; NaN where either is missing. */
export function addModel(table: DayTable, model: DayModel): DayModel {
  return {
    predict(day) {
      const values = rowOf(table, day)
      return model.predict(day).map((value, hour) => value + (values[hour] ?? NaN))
    },
  }
}

/** A model's forecast of each day; with `backDays`, rows further back than that from the first requested one stay NaN. */
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
