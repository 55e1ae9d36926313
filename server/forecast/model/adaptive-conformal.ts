import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

/*
 * Adaptive conformal calibration of the band: its quantiles come from the forecast's own past errors (conformal prediction), and
 * their level moves with how often the band held lately. I. Gibbs and E. Candès, "Adaptive Conformal Inference Under Distribution
 * Shift", NeurIPS 2021.
 */

/** The band is to hold this share of the actual values, and each of its tails half of the rest. */
export const BAND_COVERAGE = 0.8
const TAIL = (1 - BAND_COVERAGE) / 2
/** Days of errors that make the band; in each, the hour and the one on either side. */
const ERROR_DAYS = 91
const LEAST_ERRORS = 21
/** How far the tails move for a day that was covered 100 % too much, and how far they may move in all. */
const SHIFT_RATE = 0.02
const LARGEST_SHIFT = 0.08

/** P10 and P90 less the forecast, by hour in MW, NaN while too few errors are known. */
export interface BandOffsets {
  low: Float64Array
  high: Float64Array
  /** How far the tails stand further out than 10 %, −0.08 to 0.08; the next day's band moves on from here. */
  shift: number
}

export const NO_BAND: BandOffsets = {
  low: new Float64Array(HOURS_PER_DAY).fill(NaN),
  high: new Float64Array(HOURS_PER_DAY).fill(NaN),
  shift: NaN,
}

/** Actual − final of the forecasts made so far: row × 24 + hour, NaN where there is none. Looked at up to two days before. */
export function bandOffsets(errors: Float64Array, day: number, shift: number): BandOffsets {
  const low = new Float64Array(HOURS_PER_DAY)
  const high = new Float64Array(HOURS_PER_DAY)
  const sample = new Float64Array(3 * ERROR_DAYS)
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    let count = 0
    for (let past = Math.max(0, day - 1 - ERROR_DAYS); past <= day - 2; past++) {
      for (let near = Math.max(0, hour - 1); near <= Math.min(HOURS_PER_DAY - 1, hour + 1); near++) {
        const error = errors[past * HOURS_PER_DAY + near] ?? NaN
        if (!Number.isNaN(error)) sample[count++] = error
      }
    }
    const sorted = sample.subarray(0, count).sort()
    low[hour] = count < LEAST_ERRORS ? NaN : quantile(sorted, TAIL - shift)
    high[hour] = count < LEAST_ERRORS ? NaN : quantile(sorted, 1 - TAIL + shift)
  }
  return { low, high, shift }
}

/** The tails after a day of which `coverage` (0 to 1) lay in its band: further out after too little, in after too much. */
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
