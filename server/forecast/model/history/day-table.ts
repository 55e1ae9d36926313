import { HOURS_PER_DAY } from './day-grid.ts'

/**
 * Numbers by local day, `width` to a row. The reader names the last row that it needs. Rows are computed in order, each
 * once, when they are first needed. Rows beyond that are NaN.
 */
export interface DayTable {
  readonly days: number
  readonly width: number
  /** The table with its rows up to `day`. Throws where `day` lies beyond the information time of the history that it is made from. */
  upTo(day: number): Float64Array
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

/** A table of numbers that are all known from the beginning. */
export function toDayTable(table: Float64Array, width = HOURS_PER_DAY): DayTable {
  return { days: table.length / width, width, upTo: () => table }
}

/** A table of what becomes of each number of another; NaN stays NaN. */
export function mapTable(source: DayTable, map: (value: number) => number): DayTable {
  const { days, width } = source
  const fill = (table: Float64Array, day: number) => {
    const values = source.upTo(day)
    for (let cell = day * width; cell < (day + 1) * width; cell++) table[cell] = map(values[cell] ?? NaN)
  }
  return createDayTable(days, fill, width)
}

/** `a` − `b`, hour by hour. */
export function subtractTables(a: DayTable, b: DayTable): DayTable {
  return createDayTable(a.days, (table, day) => {
    const minuends = a.upTo(day)
    const subtrahends = b.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = (minuends[cell] ?? NaN) - (subtrahends[cell] ?? NaN)
  })
}
