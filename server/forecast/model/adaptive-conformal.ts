import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

/** Fewest hours of errors from which their size is estimated by wind. */
const MIN_SCALED_HOURS = 14 * HOURS_PER_DAY
/** As a share of the mean size: calm hours have errors too. */
const MIN_SCALE = 0.25

/** Regression line of the absolute error on wind, MW, never falling; 1 without a relation. */
interface ErrorSize {
  meanWind: number
  meanError: number
  slope: number
}

const NO_RELATION: ErrorSize = { meanWind: 0, meanError: 1, slope: 0 }

function fitErrorSize(errors: Float64Array, wind: Float64Array | null, from: number, to: number): ErrorSize {
  if (wind === null) return NO_RELATION
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
  if (sum.hours < MIN_SCALED_HOURS || !(variance > 0) || !(meanError > 0)) return NO_RELATION
  return { meanWind, meanError, slope: Math.max(0, covariance / variance) }
}

function sizeAt({ meanWind, meanError, slope }: ErrorSize, windMw: number): number {
  const size = meanError + slope * ((Number.isNaN(windMw) ? meanWind : windMw) - meanWind)
  return Math.max(MIN_SCALE * meanError, size)
}

/*
 * Adaptive conformal calibration of the band: quantiles of the forecast's own past errors, at a level that
 * follows the recent coverage. I. Gibbs and E. Candès, "Adaptive Conformal Inference Under Distribution Shift",
 * NeurIPS 2021. The level starts at 10 % and moves through the last weeks of the same errors, so the band
 * depends on these errors alone.
 */

/** Each tail has half of the rest. */
export const BAND_COVERAGE = 0.8
const TAIL = (1 - BAND_COVERAGE) / 2
const ERROR_DAYS = 91
export const YEAR_DAYS = 365
const MIN_ERRORS = 21
/** `SHIFT_RATE` is the daily step for 100 % excess coverage, `MAX_SHIFT` the limit in total. */
const MOVED_DAYS = 28
const SHIFT_RATE = 0.02
const MAX_SHIFT = 0.08

/** P10 and P90 less the forecast, by hour in MW, NaN while too few errors are known. */
export interface BandOffsets {
  low: Float64Array
  high: Float64Array
  /** Outward shift of the tails from 10 %, −0.08 to 0.08. */
  shift: number
}

/** MW; `ofDay` has 24 hours. */
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
 * Computed from errors (actual − final, row × 24 + hour) up to two days before; `wind` is null if the band
 * does not depend on it.
 */
export function bandOffsets(errors: Float64Array, wind: WindForecasts | null, day: number): BandOffsets {
  const { relative, sizeOf } = relativeErrors(errors, wind, day, ERROR_DAYS)
  const days = relative.length / HOURS_PER_DAY
  const samples: number[][] = Array.from({ length: HOURS_PER_DAY }, () => [])
  let shift = 0
  for (let row = 0; row < days; row++) {
    // The last two days' errors are not known when a band is made.
    if (row >= 2) addDay(samples, relative, row - 2)
    if (row >= days - MOVED_DAYS) shift = nextShift(shift, coverageOf(samples, relative, row, shift))
  }
  for (let row = Math.max(0, days - 2); row < days; row++) addDay(samples, relative, row)
  return { ...offsetsOf(samples, sizeOf, shift), shift }
}

type PlainOffsets = Omit<BandOffsets, 'shift'>

/** Quantiles of the errors of the last `days`, with fixed tails. */
export function plainOffsets(
  errors: Float64Array,
  day: number,
  wind: WindForecasts | null = null,
  days = ERROR_DAYS,
): PlainOffsets {
  const { relative, sizeOf } = relativeErrors(errors, wind, day, days)
  const samples = Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
    const own = new Float64Array(relative.length / HOURS_PER_DAY)
    let count = 0
    for (let cell = hour; cell < relative.length; cell += HOURS_PER_DAY)
      if (!Number.isNaN(relative[cell])) own[count++] = relative[cell] ?? NaN
    return own.subarray(0, count).sort()
  })
  return offsetsOf(samples, sizeOf, 0)
}

/** To the usual size at that wind; `sizeOf` an hour of `day` scales back. */
function relativeErrors(errors: Float64Array, wind: WindForecasts | null, day: number, days: number) {
  const from = Math.max(0, day - 1 - days) * HOURS_PER_DAY
  const to = Math.max(from, (day - 1) * HOURS_PER_DAY)
  const size = fitErrorSize(errors, wind?.past ?? null, from, to)
  const relative = new Float64Array(to - from)
  for (let i = 0; i < relative.length; i++)
    relative[i] = (errors[from + i] ?? NaN) / sizeAt(size, wind?.past[from + i] ?? NaN)
  return { relative, sizeOf: (hour: number) => sizeAt(size, wind?.ofDay[hour] ?? NaN) }
}

/** Mean of both: the year has the rare errors, the last weeks today's size. `recent` alone without a year. */
export function joinOffsets(recent: BandOffsets, year: PlainOffsets): BandOffsets {
  const join = (bound: 'low' | 'high') =>
    recent[bound].map((mw, hour) => {
      const ofYear = year[bound][hour] ?? NaN
      return Number.isNaN(ofYear) ? mw : (mw + ofYear) / 2
    })
  return { low: join('low'), high: join('high'), shift: recent.shift }
}

function offsetsOf(samples: HourSamples, sizeOf: (hour: number) => number, shift: number) {
  const low = new Float64Array(HOURS_PER_DAY)
  const high = new Float64Array(HOURS_PER_DAY)
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const size = sizeOf(hour)
    low[hour] = size * quantileOf(samples, hour, TAIL - shift)
    high[hour] = size * quantileOf(samples, hour, 1 - TAIL + shift)
  }
  return { low, high }
}

/** Ascending errors of each hour. */
type HourSamples = readonly ArrayLike<number>[]

function addDay(samples: readonly number[][], table: Float64Array, row: number): void {
  for (const [hour, sorted] of samples.entries()) {
    const error = table[row * HOURS_PER_DAY + hour] ?? NaN
    if (Number.isNaN(error)) continue
    let at = sorted.length
    for (; at > 0 && (sorted[at - 1] ?? 0) > error; at--) sorted[at] = sorted[at - 1] ?? 0
    sorted[at] = error
  }
}

const NO_ERRORS: ArrayLike<number> = []

/** Of the hour and its neighbours, in order only as far as needed. */
function quantileOf(samples: HourSamples, hour: number, q: number): number {
  const own = samples[hour] ?? NO_ERRORS
  const before = samples[hour - 1] ?? NO_ERRORS
  const after = samples[hour + 1] ?? NO_ERRORS
  const count = own.length + before.length + after.length
  if (count < MIN_ERRORS) return NaN
  const rank = rankOf(count, q)
  const below = Math.floor(rank)
  const isLow = below < count / 2
  const side = isLow ? 1 : -1
  const valueOf = (errors: ArrayLike<number>, i: number) =>
    i < errors.length ? side * (errors[isLow ? i : errors.length - 1 - i] ?? NaN) : Infinity
  let [i, j, k] = [0, 0, 0]
  let [a, b, c] = [valueOf(own, 0), valueOf(before, 0), valueOf(after, 0)]
  let [value, last] = [NaN, NaN]
  for (let steps = isLow ? below + 1 : count - 1 - below; steps >= 0; steps--) {
    last = value
    if (a <= b && a <= c) {
      value = a
      a = valueOf(own, ++i)
    } else if (b <= c) {
      value = b
      b = valueOf(before, ++j)
    } else {
      value = c
      c = valueOf(after, ++k)
    }
  }
  return isLow ? between(last, value, rank - below) : between(-value, -last, rank - below)
}

/** Share of errors inside the band; null unless some hour has a band wider than a point. */
function coverageOf(samples: HourSamples, table: Float64Array, row: number, shift: number): number | null {
  let covered = 0
  let hours = 0
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const error = table[row * HOURS_PER_DAY + hour] ?? NaN
    const low = quantileOf(samples, hour, TAIL - shift)
    const high = quantileOf(samples, hour, 1 - TAIL + shift)
    if (Number.isNaN(error) || !(high > low)) continue
    hours++
    if (error >= low && error <= high) covered++
  }
  return hours === 0 ? null : covered / hours
}

/** `coverage` is 0 to 1; too low moves the tails outwards. */
export function nextShift(shift: number, coverage: number | null): number {
  if (coverage === null) return shift
  const next = shift + SHIFT_RATE * (BAND_COVERAGE - coverage)
  return Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, next))
}

/** At rank q (n + 1) of n ascending values, interpolated and clamped to the ends. NaN for none. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const rank = rankOf(sorted.length, q)
  const below = Math.floor(rank)
  return between(sorted[below] ?? NaN, sorted[below + 1] ?? NaN, rank - below)
}

function rankOf(count: number, q: number): number {
  return Math.min(count, Math.max(1, q * (count + 1))) - 1
}

function between(from: number, to: number, share: number): number {
  return share === 0 ? from : from + (to - from) * share
}
