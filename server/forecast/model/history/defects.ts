import { ROUNDED_MW } from '#server/series/quality/copied-forecasts.ts'

import { HOURS_PER_DAY } from './day-grid.ts'

/** Neighbours that differ by less than this share of their mean agree. */
const AGREEMENT = 0.3
/** A lone hour this far from the mean of neighbours that agree is broken. Load never falls this far in one hour, but wind can. */
const LONE_DEVIATION = { load: 0.3, solar: 0.5, wind: 0.5 } as const
/** This many equal hours in a row are a stuck meter or filled-in values. The model does not learn from them. */
export const STUCK_HOURS = 8
/** This many are an incomplete answer that was filled in. The model does not use it at all. */
export const USELESS_HOURS = 12
/** Small values repeat by rounding: below this share of the peak nothing is called broken, and below `ROUNDED_MW` nothing stuck. */
const SMALL_SHARE = 0.02

/** The broken hours of a day, 0 to 23, by its first `knownHours`: zero load, `stuckHours` at one value, a lone hour far from its neighbours. */
export function brokenHours(
  table: Float64Array,
  day: number,
  knownHours: number,
  quantity: keyof typeof LONE_DEVIATION,
  peakMw: number,
  stuckHours: number,
): number[] {
  const start = day * HOURS_PER_DAY
  const end = start + knownHours
  const smallMw = SMALL_SHARE * peakMw
  const broken: number[] = []
  // The run of equal values around a cell; it may have begun on the days before.
  let runStart = 0
  let runEnd = Math.max(0, start - stuckHours)
  for (let cell = start; cell < end; cell++) {
    while (runEnd <= cell) {
      runStart = runEnd
      runEnd = endOfRun(table, runStart, end)
    }
    const value = table[cell] ?? NaN
    const isStuck = runEnd - runStart >= stuckHours && value > Math.max(smallMw, ROUNDED_MW)
    const isZeroLoad = quantity === 'load' && value <= 0
    const isLone =
      cell + 1 < end &&
      standsAlone(table[cell - 1] ?? NaN, value, table[cell + 1] ?? NaN, LONE_DEVIATION[quantity], smallMw)
    if (isZeroLoad || isLone || isStuck) broken.push(cell - start)
  }
  return broken
}

function standsAlone(
  before: number,
  value: number,
  after: number,
  deviation: number,
  smallMw: number,
): boolean {
  const mean = (before + after) / 2
  return (
    mean > smallMw && Math.abs(before - after) < AGREEMENT * mean && Math.abs(value - mean) > deviation * mean
  )
}

/** The cell after a run of equal values that begins at `from`, or `end`. */
function endOfRun(table: Float64Array, from: number, end: number): number {
  let cell = from + 1
  while (cell < end && table[cell] === table[from]) cell++
  return cell
}

/** Fewer equal hours than this a day happen by rounding. */
const COPIED_HOURS_PER_DAY = 5

/** Hours of a day in which the forecast is the actual value itself; none where there are too few to be more than chance. */
export function copiedHours(actual: Float64Array, tso: Float64Array, day: number): number[] {
  const start = day * HOURS_PER_DAY
  const copied: number[] = []
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const value = actual[start + hour] ?? NaN
    if (value === tso[start + hour] && value > ROUNDED_MW) copied.push(hour)
  }
  return copied.length >= COPIED_HOURS_PER_DAY ? copied : []
}
