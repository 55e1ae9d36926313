import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import type { Quantity } from '#server/series/series.ts'

import type { AreaHistory, QuantityHistory } from './area-history.ts'
import { HOURS_PER_DAY, toDayTable, type DayGrid } from './day-grid.ts'
import { brokenHours, copiedHours, STUCK_HOURS, USELESS_HOURS } from './defects.ts'

/** Faults by which the TSO's values are not used, in the order in which they are looked for. */
export type Defect =
  | 'broken forecast hours'
  | 'broken actual hours'
  | 'forecast equals actual'
  | 'other fleet'

/** One quantity as tables of local days, row × 24 + hour in MW, NaN for missing or not to be trusted. */
export interface PreparedQuantity {
  /** As published. */
  publishedTso: Float64Array
  /** What the model may use: broken hours mended, days of an unusable forecast left out. */
  tso: Float64Array
  actual: Float64Array
  /** Actual − usable TSO of whole days. */
  error: Float64Array
  /** The same for the first hours of a day, as they look while the rest is not known yet. */
  morningError: Float64Array
  morningActual: Float64Array
  /**
   * Highest power known on the morning before each day, MW: of forecasts up to that day, of actual values up to two days before.
   * The third-highest hour of a day counts, so that a lone wrong spike does not.
   */
  peakMw: Float64Array
  /** Faults by day. */
  defects: ReadonlyMap<number, ReadonlySet<Defect>>
}

export interface PreparedHistory {
  grid: DayGrid
  knownHours: number
  latitude: number
  quantities: ByQuantity<PreparedQuantity>
}

/** Longest hole in a forecast that is filled by a straight line, hours. */
export const BRIDGED_HOURS = 3
/** Days over which a forecast is compared with what came. */
const FLEET_DAYS = 28
const LEAST_FLEET_DAYS = 14
/** A forecast of another fleet: its energy is this many times too large or too small. */
const FLEET_RATIO = 2
/** A forecast copied from the actual values in more of the hours than this says nothing about tomorrow. */
const COPIED_SHARE = 0.2

/**
 * Makes the history ready for the model: local days, faults found and left out. What is said of the actual values of a day rests
 * on none later than that day, of its morning on none later than `knownHours`, and of its forecast on no actual value later than
 * two days before.
 */
export function prepareHistory(history: AreaHistory, knownHours: number): PreparedHistory {
  const { grid, quantities, latitude } = history
  const prepare = (quantity: Quantity) => prepareQuantity(grid, quantity, quantities[quantity], knownHours)
  return { grid, knownHours, latitude, quantities: byQuantity(prepare) }
}

function prepareQuantity(
  grid: DayGrid,
  quantity: Quantity,
  history: QuantityHistory,
  knownHours: number,
): PreparedQuantity {
  const publishedTso = toDayTable(grid, history.tso)
  const rawActual = toDayTable(grid, history.actual)
  const mendedTso = publishedTso.slice()
  const tso = publishedTso.slice()
  const actual = rawActual.slice()
  const morningActual = rawActual.slice()
  const error = new Float64Array(tso.length).fill(NaN)
  const morningError = error.slice()
  const peakMw = peaks(grid.days, publishedTso, rawActual)
  const sums = { actual: new Float64Array(grid.days), tso: new Float64Array(grid.days) }
  const copiedCount = new Float64Array(grid.days)
  const defects = new Map<number, Set<Defect>>()

  for (let day = 0; day < grid.days; day++) {
    const start = day * HOURS_PER_DAY
    const erase = (table: Float64Array, hours: readonly number[], defect: Defect | null) => {
      for (const hour of hours) table[start + hour] = NaN
      if (hours.length > 0 && defect !== null)
        defects.set(day, (defects.get(day) ?? new Set<Defect>()).add(defect))
    }
    const find = (table: Float64Array, hours = HOURS_PER_DAY, stuckHours = STUCK_HOURS) =>
      brokenHours(table, day, hours, quantity, peakMw[day] ?? 0, stuckHours)
    erase(mendedTso, find(publishedTso, HOURS_PER_DAY, USELESS_HOURS), null)
    erase(actual, find(rawActual), 'broken actual hours')
    erase(morningActual, find(rawActual, knownHours), null)
    fillHoles(mendedTso, start)
    const fault = faultOfForecast(sums, copiedCount, day)
    for (let cell = start; cell < start + HOURS_PER_DAY; cell++) {
      const forecast = mendedTso[cell] ?? NaN
      const value = actual[cell] ?? NaN
      if (!Number.isNaN(value - forecast)) {
        sums.actual[day] = (sums.actual[day] ?? 0) + value
        sums.tso[day] = (sums.tso[day] ?? 0) + forecast
      }
      tso[cell] = fault === null ? forecast : NaN
      error[cell] = value - (tso[cell] ?? NaN)
      morningError[cell] = (morningActual[cell] ?? NaN) - (tso[cell] ?? NaN)
    }
    erase(error, find(publishedTso), 'broken forecast hours')
    const copied = copiedHours(rawActual, publishedTso, day)
    copiedCount[day] = copied.length
    erase(error, copied, 'forecast equals actual')
    if (fault === 'other fleet') erase(tso, [0], fault)
  }
  return { publishedTso, tso, actual, error, morningError, morningActual, peakMw, defects }
}

/** What is wrong with the forecast of a day as a whole, judged by the days up to two before. */
function faultOfForecast(
  sums: { actual: Float64Array; tso: Float64Array },
  copiedCount: Float64Array,
  day: number,
): Defect | null {
  let actual = 0
  let tso = 0
  let copied = 0
  let days = 0
  for (let past = Math.max(0, day - 1 - FLEET_DAYS); past <= day - 2; past++) {
    actual += sums.actual[past] ?? 0
    tso += sums.tso[past] ?? 0
    copied += copiedCount[past] ?? 0
    if ((sums.actual[past] ?? 0) !== 0 || (sums.tso[past] ?? 0) !== 0) days++
  }
  if (days < LEAST_FLEET_DAYS) return null
  if (copied > COPIED_SHARE * days * HOURS_PER_DAY) return 'forecast equals actual'
  return tso > FLEET_RATIO * actual || actual > FLEET_RATIO * tso ? 'other fleet' : null
}

/** Fills short holes of a day's forecast between the hours around them, the last hours with the value before. */
function fillHoles(table: Float64Array, start: number): void {
  const end = start + HOURS_PER_DAY
  for (let cell = start; cell < end; cell++) {
    if (!Number.isNaN(table[cell])) continue
    let next = cell
    while (next < end && Number.isNaN(table[next])) next++
    const before = table[cell - 1] ?? NaN
    const after = next < end ? (table[next] ?? NaN) : before
    if (next - cell <= BRIDGED_HOURS)
      for (let hole = cell; hole < next; hole++)
        table[hole] = before + ((after - before) * (hole - cell + 1)) / (next - cell + 1)
    cell = next
  }
}

function peaks(days: number, tso: Float64Array, actual: Float64Array): Float64Array {
  const peakMw = new Float64Array(days)
  let peak = 0
  for (let day = 0; day < days; day++) {
    peak = Math.max(peak, thirdHighest(tso, day), thirdHighest(actual, day - 2))
    peakMw[day] = peak
  }
  return peakMw
}

function thirdHighest(table: Float64Array, day: number): number {
  let [first, second, third] = [0, 0, 0]
  for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
    const value = table[cell] ?? NaN
    if (value > first) [first, second, third] = [value, first, second]
    else if (value > second) [second, third] = [value, second]
    else if (value > third) third = value
  }
  return third
}
