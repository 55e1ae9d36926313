import type { ByQuantity, Quantity } from '#server/series/series.ts'

/** Actual values far below or above what the TSO's forecast lets expect: −1 too low, 1 too high, 0 neither. */
export type Side = -1 | 0 | 1

/** Energy of a day in the hours of which both an actual value and a TSO forecast are known. */
export interface DayEnergy {
  hours: number
  actualMwh: number
  forecastMwh: number
}

/** A day with what was measured, whatever is forecast for it. */
export interface MeasuredDay extends DayEnergy {
  actualHours: number
  measuredMwh: number
  /** The longest run of hours with the same actual value. */
  equalHours: number
}

interface Limits {
  /** How far log(actual ÷ forecast) can lie from its median: so many median absolute deviations, and at least so much. */
  deviations: number
  atLeast: number
  /** Days whose forecast is a smaller share of the usual one are not judged: a small error of little power is a large ratio. */
  minShare: number
}

/** Chosen on recorded history with faults planted in it: docs/forecast.md. */
const LIMITS: ByQuantity<Limits> = {
  load: { deviations: 4, atLeast: 0.1, minShare: 0.1 },
  solar: { deviations: 3, atLeast: 0.35, minShare: 0.3 },
  wind: { deviations: 3, atLeast: 0.3, minShare: 0.1 },
}
/** Long enough that a TSO that is missing for weeks does not become the usual. */
const MEDIAN_DAYS = 60
const USUAL_DAYS = 120
/** So many of either must be there. */
const MIN_DAYS = 14
const MIN_HOURS = 20
/** A day on which no more than this was measured or forecast is not judged: whatever it errs, no sum is wrong by it. */
const SMALL_MW = 50

/** How many days before a day can have a say in whether it is suspicious. */
export const JUDGED_BY_DAYS = MEDIAN_DAYS + USUAL_DAYS

/** log(actual ÷ forecast) of a day; NaN where it is not judged. `forecastMw` are the mean forecasts of the days up to it, NaN for none. */
export function logRatio(
  quantity: Quantity,
  { hours, actualMwh, forecastMwh }: DayEnergy,
  forecastMw: Float64Array,
  day: number,
): number {
  if (hours < MIN_HOURS || !(actualMwh > 0) || !(forecastMwh > 0)) return NaN
  const isSmall = forecastMwh / hours <= LIMITS[quantity].minShare * meanBefore(forecastMw, day)
  return isSmall ? NaN : Math.log(actualMwh / forecastMwh)
}

/** True if so little was measured and forecast on a day that it is not judged, though it counts among the days before others. */
export function hasLittlePower({ hours, actualMwh, forecastMwh }: DayEnergy): boolean {
  return Math.max(actualMwh, forecastMwh) <= SMALL_MW * hours
}

/** On which side a day lies beyond the limits around the days before it, by the ratios of all days up to it. */
export function sideOf(quantity: Quantity, ratios: Float64Array, day: number): Side {
  const { deviations, atLeast } = LIMITS[quantity]
  const ratio = ratios[day] ?? NaN
  const first = Math.max(0, day - MEDIAN_DAYS)
  let [known, near] = [0, 0]
  for (let before = first; before < day; before++) {
    const distance = Math.abs(ratio - (ratios[before] ?? NaN))
    if (!Number.isNaN(distance)) known++
    if (distance <= atLeast) near++
  }
  // Most days are like more than half of those before them, and so like their median, which need not be computed.
  if (known < MIN_DAYS || near > known / 2) return 0
  const before = ratios.subarray(first, day).filter((value) => !Number.isNaN(value))
  const median = medianOf(before)
  const distance = Math.abs(ratio - median)
  if (distance <= atLeast) return 0
  const usual = medianOf(before.map((value) => Math.abs(value - median)))
  if (distance <= deviations * usual) return 0
  return ratio > median ? 1 : -1
}

/**
 * The suspicious days among days in a row: two or more beyond the limits on one side, or one whose value stands still. A zone whose sum lacks a TSO is
 * plausible hour by hour, but its level breaks. The first `JUDGED_BY_DAYS` are judged by fewer days, those before `first` not at all.
 */
export function suspiciousDays(quantity: Quantity, days: readonly MeasuredDay[], first = 0): Side[] {
  const forecastMw = Float64Array.from(days, meanForecast)
  const ratios = Float64Array.from(days, (energy, day) => logRatio(quantity, energy, forecastMw, day))
  const sides = days.map((energy, day) =>
    day < first - 1 || hasLittlePower(energy) ? 0 : sideOf(quantity, ratios, day),
  )
  const stuck = quantity === 'solar' ? [] : stuckSides(days)
  return sides.map((side, day) => {
    const isOneOfTwo = side !== 0 && (sides[day - 1] === side || sides[day + 1] === side)
    return isOneOfTwo ? side : (stuck[day] ?? 0)
  })
}

/** On which side of the usual level each day lies that has the same value nearly all day; 0 for a day that moves. */
function stuckSides(days: readonly MeasuredDay[]): Side[] {
  const movingMw = Float64Array.from(days, (day) =>
    day.actualHours < MIN_HOURS || day.equalHours >= MIN_HOURS ? NaN : day.measuredMwh / day.actualHours,
  )
  return days.map(({ equalHours, actualHours, measuredMwh }, day) => {
    if (equalHours < MIN_HOURS) return 0
    const usualMw = meanBefore(movingMw, day)
    if (!(usualMw > SMALL_MW)) return 0
    return measuredMwh / actualHours < usualMw ? -1 : 1
  })
}

/** Mean of a day's forecast, MW; NaN where too few hours are known. */
export function meanForecast({ hours, forecastMwh }: DayEnergy): number {
  return hours < MIN_HOURS ? NaN : forecastMwh / hours
}

/** The mean of what is known of the usual days before one; NaN where that is too little. */
function meanBefore(values: Float64Array, day: number): number {
  let sum = 0
  let count = 0
  for (let before = Math.max(0, day - USUAL_DAYS); before < day; before++) {
    const value = values[before] ?? NaN
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count < MIN_DAYS ? NaN : sum / count
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted()
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}
