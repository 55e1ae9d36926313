import { byQuantity, type ByQuantity, type Quantity } from '#server/series/series.ts'
import { type AreaWeather, byField } from '#server/series/weather/area-weather.ts'

import type { AreaPlace } from './area-places.ts'
import { createDayGrid, HOURS_PER_DAY, layOverDays, likeWeekday } from './day-grid.ts'
import type { DayTable } from './day-table.ts'

/** Hourly means of one quantity in MW from the start of the history on, NaN for missing. */
export interface QuantityHistory {
  actual: Float64Array
  tso: Float64Array
}

/** A forecast that a user uploaded, by the hour from a whole hour on: of each day as issued by the time at which a run of it is made. MW, NaN for missing. */
export interface UploadHistory {
  label: string
  startsAtUtc: number
  powerMw: ByQuantity<Float64Array>
}

/** All that the model is made from: the past of one area, by the hour from a whole hour on. */
export interface HourlyHistory {
  startsAtUtc: number
  hours: number
  quantities: ByQuantity<QuantityHistory>
  /** Weather of each day as forecast on the morning before; its hours can be others than those of the quantities. Null where none was ever stored. */
  weather: AreaWeather | null
  uploads: readonly UploadHistory[]
}

/** Limits of what is known when the forecast of a delivery day is made. */
export interface InformationTime {
  /** Whole hours of the day before whose actual values are known. */
  knownHours: number
  /** Quantities that the TSO has not forecast for the delivery day yet. */
  unpublished: readonly Quantity[]
}

/** A table that grows as the information time moves on. */
export interface KnownTable extends DayTable {
  /** The last row that is known. */
  lastDay(): number
}

/** The history as it was known when a forecast was made. Asking for later values throws: a model made from it cannot look ahead. */
export type KnownHistory = ReturnType<typeof createKnownHistory>

/** One quantity as far as it is known: MW by local day and hour, NaN for missing. */
export type KnownQuantity = KnownHistory['quantities'][Quantity]

/** The history before its first delivery day: nothing of it is known yet. */
export function createKnownHistory(
  { startsAtUtc, hours, quantities, weather, uploads }: HourlyHistory,
  place: AreaPlace,
  informationTime: InformationTime,
) {
  const { knownHours, unpublished } = informationTime
  const grid = createDayGrid(place.zone, startsAtUtc, hours)
  const tables: ReturnType<typeof hideTable>[] = []
  const hide = (all: Float64Array, lagDays: number, hours = HOURS_PER_DAY): KnownTable => {
    const table = hideTable(all, grid.days, lagDays, hours)
    tables.push(table)
    return table
  }
  const hideQuantity = (quantity: Quantity) => {
    const actual = layOverDays(grid, quantities[quantity].actual)
    const tso = layOverDays(grid, quantities[quantity].tso)
    return {
      /** Whole days, up to two days before the delivery day. */
      actual: hide(actual, 2),
      /** Whole days, and the known hours of the day before. */
      actualSoFar: hide(actual, 1, knownHours),
      /** The TSO's day-ahead forecasts as published, up to the delivery day. */
      tso: hide(tso, unpublished.includes(quantity) ? 1 : 0),
    }
  }
  let current = -1
  return {
    grid,
    place,
    /** The weekday that the day of a row is like, 0 for Monday. */
    weekdayOn: (day: number) => likeWeekday(place.area, grid.firstDay + day),
    ...informationTime,
    quantities: byQuantity(hideQuantity),
    weather: weather && byField((field) => hide(layOverDays(grid, weather[field], weather.startsAtUtc), 0)),
    uploads: uploads.map(({ label, startsAtUtc: from, powerMw }) => ({
      label,
      powerMw: byQuantity((quantity) => hide(layOverDays(grid, powerMw[quantity], from), 0)),
    })),
    /** Moves the information time on to that of a later delivery day, a row of the grid. It cannot go back. */
    advanceTo(day: number): void {
      if (day < current) throw new RangeError('The information time can only move forward')
      current = day
      for (const table of tables) table.reveal(day)
    },
  }
}

/** A table whose last known row lies `lagDays` before the delivery day. The first `hours` of that row are known. */
function hideTable(all: Float64Array, days: number, lagDays: number, hours: number) {
  const known = new Float64Array(all.length).fill(NaN)
  let knownCells = 0
  let lastDay = -1
  return {
    days,
    width: HOURS_PER_DAY,
    lastDay: () => lastDay,
    reveal(deliveryDay: number): void {
      lastDay = deliveryDay - lagDays
      const end = Math.min(all.length, Math.max(0, lastDay * HOURS_PER_DAY + hours))
      known.set(all.subarray(knownCells, end), knownCells)
      knownCells = end
    },
    upTo(day: number): Float64Array {
      if (day > lastDay)
        throw new RangeError(`Day ${day} is not known yet, only ${lastDay} and those before it`)
      return known
    },
  }
}
