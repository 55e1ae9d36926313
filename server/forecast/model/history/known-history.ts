import { byQuantity, type ByQuantity, type Quantity } from '#server/series/series.ts'
import { type AreaWeather, byField } from '#server/series/weather/area-weather.ts'

import type { AreaPlace } from './area-places.ts'
import { createDayGrid, HOURS_PER_DAY, layOverDays, likeWeekday } from './day-grid.ts'
import type { DayTable } from './day-table.ts'

/** Hourly means in MW, NaN for missing. */
export interface QuantityHistory {
  actual: Float64Array
  tso: Float64Array
}

/** Hourly from a whole hour on, MW, NaN for missing. Each day as issued by the time of its run. */
export interface UploadHistory {
  label: string
  startsAtUtc: number
  powerMw: ByQuantity<Float64Array>
}

/** The past of one area, hourly from a whole hour on. */
export interface HourlyHistory {
  startsAtUtc: number
  hours: number
  quantities: ByQuantity<QuantityHistory>
  /** As forecast on the morning before each day; may cover other hours than the quantities. */
  weather: AreaWeather | null
  uploads: readonly UploadHistory[]
}

/** Limits of what is known when a forecast is made. */
export interface InformationTime {
  /** Whole hours of the day before with known actual values. */
  knownHours: number
  /** Quantities without a TSO forecast for the delivery day so far. */
  unpublished: readonly Quantity[]
}

/** Grows as the information time moves on. */
export interface KnownTable extends DayTable {
  /** The last known row. */
  lastDay(): number
}

/** The history as known when a forecast was made. Reading later values throws, so that a model cannot look ahead. */
export type KnownHistory = ReturnType<typeof createKnownHistory>

/** MW by local day and hour, NaN for missing. */
export type KnownQuantity = KnownHistory['quantities'][Quantity]

/** Starts before the first delivery day, with all values hidden. */
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
      /** As published, up to the delivery day. */
      tso: hide(tso, unpublished.includes(quantity) ? 1 : 0),
    }
  }
  let current = -1
  return {
    grid,
    place,
    /** 0 for Monday; a public holiday is like a Sunday. */
    weekdayOn: (day: number) => likeWeekday(place.area, grid.firstDay + day),
    ...informationTime,
    quantities: byQuantity(hideQuantity),
    weather: weather && byField((field) => hide(layOverDays(grid, weather[field], weather.startsAtUtc), 0)),
    uploads: uploads.map(({ label, startsAtUtc: from, powerMw }) => ({
      label,
      powerMw: byQuantity((quantity) => hide(layOverDays(grid, powerMw[quantity], from), 0)),
    })),
    /** `day` is the row of a later delivery day. Throws a RangeError for an earlier one. */
    advanceTo(day: number): void {
      if (day < current) throw new RangeError('The information time can only move forward')
      current = day
      for (const table of tables) table.reveal(day)
    },
  }
}

/** The last known row is `lagDays` before the delivery day, with its first `hours`. */
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
