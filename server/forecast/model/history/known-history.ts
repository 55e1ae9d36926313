import { byQuantity, type ByQuantity, type Quantity } from '#server/series/series.ts'
import { type AreaWeather, byField } from '#server/series/store/area-weather.ts'

import type { AreaPlace } from './area-places.ts'
import { createDayGrid, HOURS_PER_DAY, isHoliday, layOverDays, likeWeekday } from './day-grid.ts'
import { type DayTable, perDay } from './day-table.ts'

/** Hourly means in MW, NaN for missing. */
export interface QuantityHistory {
  actual: Float64Array
  tso: Float64Array
}

/** MW from a whole hour on, NaN for missing; each day as issued by the time of its run. */
export interface UploadHistory {
  label: string
  startsAtUtc: number
  powerMw: ByQuantity<Float64Array>
}

/** Hourly from a whole hour on. */
export interface HourlyHistory {
  startsAtUtc: number
  hours: number
  quantities: ByQuantity<QuantityHistory>
  /** As forecast on the morning before; may cover other hours. */
  weather: AreaWeather | null
  uploads: readonly UploadHistory[]
}

export interface InformationTime {
  /** Known hours of the day before. */
  knownHours: number
  /** Not forecast yet by the TSO for the delivery day. */
  unpublished: readonly Quantity[]
}

export interface KnownTable extends DayTable {
  lastDay(): number
}

/** Reading a value that was not known yet throws, so that a model cannot look ahead. */
export type KnownHistory = ReturnType<typeof createKnownHistory>

/** MW by local day and hour, NaN for missing. */
export type KnownQuantity = KnownHistory['quantities'][Quantity]

/** All values are hidden until `advanceTo`. */
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
      /** Up to two days before delivery. */
      actual: hide(actual, 2),
      /** Plus the known hours of the day before. */
      actualSoFar: hide(actual, 1, knownHours),
      /** Up to the delivery day. */
      tso: hide(tso, unpublished.includes(quantity) ? 1 : 0),
    }
  }
  const weekdays = perDay(grid.days, (day) => likeWeekday(place.area, grid.firstDay + day))
  let current = -1
  return {
    grid,
    place,
    weekdayOn: (day: number) => weekdays.upTo(day)[day] ?? NaN,
    isHoliday: (day: number) => isHoliday(place.area, grid.firstDay + day),
    ...informationTime,
    quantities: byQuantity(hideQuantity),
    weather: weather && byField((field) => hide(layOverDays(grid, weather[field], weather.startsAtUtc), 0)),
    uploads: uploads.map(({ label, startsAtUtc: from, powerMw }) => ({
      label,
      powerMw: byQuantity((quantity) => hide(layOverDays(grid, powerMw[quantity], from), 0)),
    })),
    /** Throws a RangeError for an earlier day. */
    advanceTo(day: number): void {
      if (day < current) throw new RangeError('The information time can only move forward')
      current = day
      for (const table of tables) table.reveal(day)
    },
  }
}

/** The last known row is `lagDays` before delivery, with its first `hours`. */
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
