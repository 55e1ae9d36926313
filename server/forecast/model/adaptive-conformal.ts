import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

/*
 * Adaptive conformal calibration of the band: its quantiles come from the forecast's own past errors (conformal prediction), and
 * their level moves with how often the band held lately. I. Gibbs and E. Candès, "Adaptive Conformal Inference Under Distribution
 * Shift", NeurIPS 2021.
 */

/** The band should hold this share of the actual values, and each tail half of the rest. */
export const BAND_COVERAGE = 0.8
const TAIL = (1 - BAND_COVERAGE) / 2
/** How many days of errors make the band of an hour. Of each day, that hour and its two neighbours count. */
const ERROR_DAYS = 91
const LEAST_ERRORS = 21
/** How far the tails move for a day that was covered 100 % too much, and how far they can move in total. */
const SHIFT_RATE = 0.01
const LARGEST_SHIFT = 0.08
/** With at least this many hours of errors, the size of an error is estimated from the wind. */
const LEAST_SCALED_HOURS = 14 * HOURS_PER_DAY
/** Smallest size of an error, as a share of the mean: calm hours have errors too. */
const LEAST_SCALE = 0.25

/** P10 and P90 less the forecast, by hour in MW, NaN while too few errors are known. */
export interface BandOffsets {
  low: Float64Array
  high: Float64Array
  /** How far the tails are shifted outwards from 10 %, −0.08 to 0.08. The next day's band starts from here. */
  shift: number
}

/** Wind forecasts in MW: of the days before as a table, and of the 24 hours of the day itself. */
export interface WindForecasts {
  past: Float64Array
  ofDay: Float64Array
}

export const NO_BAND: BandOffsets = {
  low: new Float64Array(HOURS_PER_DAY).fill(NaN),
  high: new Float64Array(HOURS_PER_DAY).fill(NaN),
  shift: NaN,
}

/**
 * The band of a day from errors, actual − final of the forecasts made so far: row × 24 + hour, NaN where there is none. It looks at
 * errors up to two days before. Errors grow with the forecast wind, so each counts relative to the usual size at its wind.
 * `wind` is null for errors that do not depend on it.
 */
export function bandOffsets(
  errors: Float64Array,
  wind: WindForecasts | null,
  day: number,
  shift: number,
): BandOffsets {
  const low = new Float64Array(HOURS_PER_DAY)
  const high = new Float64Array(HOURS_PER_DAY)
  const sample = new Float64Array(3 * ERROR_DAYS)
  const firstDay = Math.max(0, day - 1 - ERROR_DAYS)
  const start = firstDay * HOURS_PER_DAY
  const sizeAt = errorSize(errors, wind?.past ?? null, start, (day - 1) * HOURS_PER_DAY)
  const relative = new Float64Array(Math.max(0, (day - 1) * HOURS_PER_DAY - start))
  for (let i = 0; i < relative.length; i++)
    relative[i] = (errors[start + i] ?? NaN) / sizeAt(wind?.past[start + i] ?? NaN)
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    let count = 0
    for (let row = hour; row < relative.length; row += HOURS_PER_DAY) {
      const from = hour === 0 ? row : row - 1
      const to = hour === HOURS_PER_DAY - 1 ? row : row + 1
      for (let near = from; near <= to; near++) {
        const error = relative[near] ?? NaN
        if (!Number.isNaN(error)) sample[count++] = error
      }
    }
    const sorted = sample.subarray(0, count).sort()
    const size = sizeAt(wind?.ofDay[hour] ?? NaN)
    low[hour] = count < LEAST_ERRORS ? NaN : size * quantile(sorted, TAIL - shift)
    high[hour] = count < LEAST_ERRORS ? NaN : size * quantile(sorted, 1 - TAIL + shift)
  }
  return { low, high, shift }
}

/**
 * The usual size of an error by the wind forecast of its hour, MW: a straight line through the absolute errors of the cells `from`
 * to `to`, rising or flat, and never below a quarter of their mean. 1 if the wind does not help.
 */
function errorSize(
  errors: Float64Array,
  wind: Float64Array | null,
  from: number,
  to: number,
): (windMw: number) => number {
  if (wind === null) return () => 1
  const sum = { hours: 0, wind: 0, error: 0, windSquare: 0, product: 0 }
  for (let cell = from; cell < to; cell++) {
    const error = Math.abs(errors[cell] ?? NaN)
    const power = wind[cell] ?? NaN
    if (Number.isNaN(error + power)) continue
    sum.hours++
    sum.wind += power
    sum.error += error
    sum.windSquare += power * power
    sum.product += power * error
  }
  const meanWind = sum.wind / sum.hours
  const meanError = sum.error / sum.hours
  const variance = sum.windSquare / sum.hours - meanWind * meanWind
  const covariance = sum.product / sum.hours - meanWind * meanError
  if (sum.hours < LEAST_SCALED_HOURS || !(variance > 0) || !(meanError > 0)) return () => 1
  const slope = Math.max(0, covariance / variance)
  return (windMw) => {
    const size = meanError + slope * ((Number.isNaN(windMw) ? meanWind : windMw) - meanWind)
    return Math.max(LEAST_SCALE * meanError, size)
  }
}

/** The shift of the tails after a day whose band held the share `coverage` (0 to 1): outwards if it was too low. */
export function nextShift(shift: number, coverage: number | null): number {
  if (coverage === null) return shift
  const next = shift + SHIFT_RATE * (BAND_COVERAGE - coverage)
  return Math.min(LARGEST_SHIFT, Math.max(-LARGEST_SHIFT, next))
}

/** The value at rank q (n + 1) of n ascending values, by a straight line between ranks, at most the ends. NaN for none. */
export function quantile(sorted: Float64Array, q: number): number {
  const rank = Math.min(sorted.length, Math.max(1, q * (sorted.length + 1))) - 1
  const below = Math.floor(rank)
  const from = sorted[below] ?? NaN
  const to = sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN
  return from + (to - from) * (rank - below)
}
