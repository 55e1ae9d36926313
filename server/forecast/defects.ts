import { HOURS_PER_DAY } from './day-grid.ts'

/** Neighbours that differ by less than this share of their mean agree. */
const AGREEMENT = 0.3
/** A lone hour this far from the mean of neighbours that agree is broken. Load never falls so far in one hour, wind may. */
const LONE_DEVIATION = { load: 0.3, solar: 0.5, wind: 0.5 } as const
/** So many equal hours in a row are a stuck meter, or a night that somebody filled up: nothing to learn from. */
export const STUCK_HOURS = 8
/** So many are a cut answer that was filled up: nothing to go by. */
export const USELESS_HOURS = 12
/** Small values repeat by rounding: below this share of the peak nothing is called broken. */
const SMALL_SHARE = 0.02

/**
 * Marks the broken hours of one day, looking at nothing later than its first `knownHours` hours: zero load, at least
 * `stuckHours` hours stuck at one value, a lone hour far from both neighbours. Gives the hours, 0 to 23.
 */
export function brokenHours(
  table: Float64Array,
  day: number,
  knownHours: number,
  quantity: keyof typeof LONE_DEVIATION,
  peakMw: number,
  stuckHours: number,
): number[] {
  const start = day * HOURS_PER_DAY
  const smallMw = SMALL_SHARE * peakMw
  const broken: number[] = []
  const stuck = stuckCells(table, start, start + knownHours, smallMw, stuckHours)
  for (let hour = 0; hour < knownHours; hour++) {
    const cell = start + hour
    const value = table[cell] ?? NaN
    const isZeroLoad = quantity === 'load' && value <= 0
    const isLone =
      hour + 1 < knownHours &&
      standsAlone(table[cell - 1] ?? NaN, value, table[cell + 1] ?? NaN, LONE_DEVIATION[quantity], smallMw)
    if (isZeroLoad || isLone || stuck.has(cell)) broken.push(hour)
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

/** Cells of a day that belong to a run of equal values, which may have begun on the days before. */
function stuckCells(
  table: Float64Array,
  from: number,
  to: number,
  smallMw: number,
  stuckHours: number,
): Set<number> {
  const stuck = new Set<number>()
  let runStart = Math.max(0, from - stuckHours)
  for (let cell = runStart + 1; cell <= to; cell++) {
    if (cell < to && table[cell] === table[runStart]) continue
    if (cell - runStart >= stuckHours && (table[runStart] ?? 0) > smallMw)
      for (let member = Math.max(runStart, from); member < cell; member++) stuck.add(member)
    runStart = cell
  }
  return stuck
}

/** Fewer equal hours than this a day happen by rounding. */
const COPIED_HOURS_PER_DAY = 5
/** Where actual and forecast are both this small, they are equal by rounding. */
const ROUNDED_MW = 50

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
