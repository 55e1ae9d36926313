import { HOURS_PER_DAY } from './day-grid.ts'
import { isAnyMissing } from './day-means.ts'
import type { DayFeatures } from './error-features.ts'
import type { DayModel } from './hourly-ridge.ts'
import { addScaled, dotProduct } from './vectors.ts'

/** Days that are learned from; that many are factorised at first, then one is added a day. */
const WINDOW_DAYS = 365
/** After so many added days the oldest are dropped and the features scaled anew. */
const RESTART_DAYS = 91
/** Fewer days than this say nothing. */
const LEAST_DAYS = 28
const FIRST_DAY = 9

/** Share of noise, of a constant, of a straight line and of likeness in the covariance of two days. */
const NOISE = 0.3
const CONSTANT = 1
const LINEAR = 2
const LIKENESS = 1
/** Distance at which days cease to be alike, in standard deviations a feature. */
const LENGTH_SCALE = 1.2

/**
 * Gaussian-process regression over whole days: days that are alike in their features have like errors, in all 24 hours at
 * once. One Cholesky factor serves all hours and grows by a row a day, so that a new day costs days² / 2 multiplications.
 */
export function createGaussianProcess(features: DayFeatures, target: Float64Array): DayModel {
  const { width } = features
  const capacity = WINDOW_DAYS + RESTART_DAYS + 2
  const factor = new Float64Array((capacity * (capacity + 1)) / 2)
  /** Features of the learned days, in standard deviations. */
  const learned = new Float64Array(capacity * width)
  /** Their squared lengths. */
  const norms = new Float64Array(capacity)
  /** Factor⁻¹ × targets. */
  const whitened = new Float64Array(capacity * HOURS_PER_DAY)
  const entry = new Float64Array(capacity)
  let scales = new Float64Array(width)
  let count = 0
  let next = FIRST_DAY
  let restartAt = 0

  const isDescribed = (day: number): boolean => !isAnyMissing(features.ofDay(day), 0, width)
  const isWhole = (day: number): boolean =>
    !isAnyMissing(target, day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY) && isDescribed(day)

  const scaled = (day: number): Float64Array =>
    features.ofDay(day).map((value, i) => value * (scales[i] ?? 0))

  /** Factor⁻¹ × covariances of a day with all learned ones, into `entry`; the covariance of the day with itself, reduced. */
  const project = (point: Float64Array): number => {
    const norm = dotProduct(point, 0, point, 0, width)
    let variance = CONSTANT + LIKENESS + (LINEAR * norm) / width
    for (let i = 0; i < count; i++) {
      const product = dotProduct(point, 0, learned, i * width, width)
      const distance = norm + (norms[i] ?? 0) - 2 * product
      const row = (i * (i + 1)) / 2
      const covariance =
        CONSTANT +
        (LINEAR * product) / width +
        LIKENESS * Math.exp(-distance / (2 * width * LENGTH_SCALE * LENGTH_SCALE))
      const value = (covariance - dotProduct(factor, row, entry, 0, i)) / (factor[row + i] ?? 1)
      entry[i] = value
      variance -= value * value
    }
    return variance
  }

  const learn = (day: number): void => {
    const point = scaled(day)
    const pivot = Math.sqrt(Math.max(project(point), 0) + NOISE)
    const row = (count * (count + 1)) / 2
    factor.set(entry.subarray(0, count), row)
    factor[row + count] = pivot
    const ofDay = whitened.subarray(count * HOURS_PER_DAY, (count + 1) * HOURS_PER_DAY)
    ofDay.set(target.subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY))
    for (let i = 0; i < count; i++)
      addScaled(ofDay, 0, whitened, i * HOURS_PER_DAY, -(entry[i] ?? 0), HOURS_PER_DAY)
    for (const [hour, rest] of ofDay.entries()) ofDay[hour] = rest / pivot
    learned.set(point, count * width)
    norms[count] = dotProduct(point, 0, point, 0, width)
    count++
  }

  const restart = (day: number): void => {
    const days: number[] = []
    for (let past = Math.max(FIRST_DAY, day - 1 - WINDOW_DAYS); past <= day - 2; past++)
      if (isWhole(past)) days.push(past)
    scales = new Float64Array(width)
    for (const past of days)
      for (const [i, value] of features.ofDay(past).entries()) scales[i] = (scales[i] ?? 0) + value * value
    scales = scales.map((square) => (square > 0 ? Math.sqrt(days.length / square) : 0))
    count = 0
    for (const past of days) learn(past)
    next = day - 1
    // While the history is short every few days change its scale.
    restartAt = day + Math.min(RESTART_DAYS, Math.max(7, Math.floor(count / 4)))
  }

  return {
    predict(day) {
      if (day >= restartAt) restart(day)
      for (; next <= day - 2; next++) if (isWhole(next)) learn(next)
      const prediction = new Float64Array(HOURS_PER_DAY).fill(NaN)
      if (count < LEAST_DAYS || !isDescribed(day)) return prediction
      project(scaled(day))
      prediction.fill(0)
      for (let i = 0; i < count; i++)
        addScaled(prediction, 0, whitened, i * HOURS_PER_DAY, entry[i] ?? 0, HOURS_PER_DAY)
      return prediction
    },
  }
}
