import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { isHalfKnown, zeroIfMissing } from '#server/forecast/model/history/day-means.ts'
import { rowOf } from '#server/forecast/model/history/day-table.ts'
import type { DayFeatures, DayModel, DayTable } from '#server/forecast/model/history/day-table.ts'

import { dotProduct } from './ridge.ts'

/** Shares in the covariance of two days. */
const NOISE = 0.3
const CONSTANT = 1
const LINEAR = 2
const LIKENESS = 1
/** Distance at which days are no longer similar, in standard deviations per feature. */
const LENGTH_SCALE = 1.2
/** At a restart; each day adds one more. */
const WINDOW_DAYS = 351
/** Interval for dropping the oldest days and scaling again; shorter for a short history. */
const RESTART_DAYS = 56
const EARLY_RESTART_DAYS = 7
const SHORT_HISTORY_DAYS = 112
/** No prediction with fewer days. */
const MIN_DAYS = 28
const FIRST_DAY = 9

/**
 * Gaussian-process regression over whole days: like features, like errors, in all 24 hours at once. Restarts
 * on fixed calendar days, so that a forecast does not depend on the first requested day. `firstDay` numbers
 * the first row's day.
 */
export function createGaussianProcess(features: DayFeatures, target: DayTable, firstDay: number): DayModel {
  const { width } = features
  let scales = new Float64Array(width)
  let learned = createFactor()
  let next = FIRST_DAY
  let restartedOn = NaN

  const featuresOf = (day: number) => features.tableWith(day).subarray(day * width, (day + 1) * width)
  const isDescribed = (day: number) => !featuresOf(day).some(Number.isNaN)
  let points: Float64Array[] = []
  const pointOf = (day: number) =>
    (points[day] ??= featuresOf(day).map((value, i) => value * (scales[i] ?? NaN)))
  const isLearnable: boolean[] = []
  const learnableDays = (from: number, to: number): number[] => {
    const days: number[] = []
    for (let day = Math.max(FIRST_DAY, from); day <= to; day++)
      if ((isLearnable[day] ??= isHalfKnown(target, day) && isDescribed(day))) days.push(day)
    return days
  }
  const windowOf = (day: number) => learnableDays(day - 1 - WINDOW_DAYS, day - 2)
  const restartDay = (day: number): number => {
    const lastOf = (period: number) => day - ((firstDay + day) % period)
    const usual = lastOf(RESTART_DAYS)
    return windowOf(usual).length < SHORT_HISTORY_DAYS ? lastOf(EARLY_RESTART_DAYS) : usual
  }
  const learn = (days: readonly number[]): void => {
    for (const [i, day] of days.entries()) {
      if (i % 4 === 0 && i + 4 <= days.length) learned.prepare(days.slice(i, i + 4).map(pointOf))
      learned.add(pointOf(day), rowOf(target, day))
    }
  }

  return {
    predict(day) {
      const latest = restartDay(day)
      if (latest !== restartedOn) {
        const days = windowOf(latest)
        scales = inverseDeviations(features, days)
        points = []
        learned = createFactor()
        learn(days)
        next = latest - 1
        restartedOn = latest
      }
      learn(learnableDays(next, day - 2))
      next = Math.max(next, day - 1)
      return learned.days() < MIN_DAYS || !isDescribed(day)
        ? new Float64Array(HOURS_PER_DAY).fill(NaN)
        : learned.expect(pointOf(day))
    },
  }
}

/** One Cholesky factor of the covariances for all hours, a row more each day. A point is a day's scaled features. */
function createFactor() {
  const points: Float64Array[] = []
  /** Rows of the factor L, and columns of L⁻¹ times the targets by hour. */
  const factor: Float64Array[] = []
  const whitened = Array.from({ length: HOURS_PER_DAY }, () => new Float64Array(WINDOW_DAYS + RESTART_DAYS))

  /** Begun rows of L, of later points. */
  const begun = new Map<Float64Array, Float64Array>()

  /** Four rows take half the time together, since their sums are independent. */
  const prepare = (next: readonly Float64Array[]): void => {
    const count = factor.length
    const [first, second, third, fourth] = next.map((point) => {
      const row = new Float64Array(count)
      for (let i = 0; i < count; i++) row[i] = covariance(point, points[i] ?? point)
      begun.set(point, row)
      return row
    })
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) return
    for (let i = 0; i < count; i++) {
      const above = factor[i] ?? first
      let firstSum = 0
      let secondSum = 0
      let thirdSum = 0
      let fourthSum = 0
      for (let j = 0; j < i; j++) {
        const value = above[j] ?? 0
        firstSum += value * (first[j] ?? 0)
        secondSum += value * (second[j] ?? 0)
        thirdSum += value * (third[j] ?? 0)
        fourthSum += value * (fourth[j] ?? 0)
      }
      const pivot = above[i] ?? 1
      first[i] = ((first[i] ?? 0) - firstSum) / pivot
      second[i] = ((second[i] ?? 0) - secondSum) / pivot
      third[i] = ((third[i] ?? 0) - thirdSum) / pivot
      fourth[i] = ((fourth[i] ?? 0) - fourthSum) / pivot
    }
  }
  /** L⁻¹ times the covariances with all learned days: the day's row of L. */
  const project = (point: Float64Array): Float64Array => {
    const row = new Float64Array(factor.length + 1)
    const known = begun.get(point) ?? new Float64Array()
    row.set(known)
    for (let i = known.length; i < factor.length; i++) {
      const above = factor[i] ?? row
      const rest = covariance(point, points[i] ?? point) - dotProduct(above, 0, row, 0, i)
      row[i] = rest / (above[i] ?? 1)
    }
    begun.set(point, row.subarray(0, factor.length))
    return row
  }
  const expectFrom = (row: Float64Array): Float64Array =>
    Float64Array.from(whitened, (ofHour) => dotProduct(row, 0, ofHour, 0, factor.length))
  return {
    days: () => factor.length,
    prepare,
    expect: (point: Float64Array) => expectFrom(project(point)),
    add(point: Float64Array, targets: Float64Array): void {
      const row = project(point)
      const count = factor.length
      const pivot = Math.sqrt(
        Math.max(0, covariance(point, point) - dotProduct(row, 0, row, 0, count)) + NOISE,
      )
      row[count] = pivot
      // A missing hour gets its prediction and so has no effect.
      for (const [hour, value] of expectFrom(row).entries()) {
        const ofHour = whitened[hour] ?? row
        ofHour[count] = zeroIfMissing((targets[hour] ?? NaN) - value) / pivot
      }
      points.push(point)
      factor.push(row)
    },
  }
}

function covariance(a: Float64Array, b: Float64Array): number {
  const { length } = a
  let product = 0
  let distance = 0
  for (let i = 0; i < length; i++) {
    const first = a[i] ?? 0
    const second = b[i] ?? 0
    product += first * second
    distance += (first - second) ** 2
  }
  const likeness = Math.exp(-distance / (2 * length * LENGTH_SCALE ** 2))
  return CONSTANT + (LINEAR * product) / length + LIKENESS * likeness
}

/** Scale each feature's root mean square to 1; 0 if it is always 0. */
function inverseDeviations(features: DayFeatures, days: readonly number[]) {
  const { width } = features
  const squares = new Float64Array(width)
  for (const day of days) {
    const rows = features.tableWith(day)
    for (let i = 0; i < width; i++) squares[i] = (squares[i] ?? 0) + (rows[day * width + i] ?? 0) ** 2
  }
  return squares.map((square) => (square > 0 ? Math.sqrt(days.length / square) : 0))
}
