import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { isAnyMissing } from '#server/forecast/model/history/day-means.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'

import {
  BLOCK_DAYS,
  createDayCovariances,
  expectDay,
  learnDay,
  placeDay,
  projectBlock,
  projectDay,
} from './day-covariances.ts'
import type { DayModel } from './day-model.ts'

/** Days that are learned from at a restart; then one is added a day. */
const WINDOW_DAYS = 351
/** After this many days the oldest days are dropped and the features scaled again; sooner while the history is short. */
const RESTART_DAYS = 28
const EARLY_RESTART_DAYS = 7
const SHORT_HISTORY_DAYS = 4 * RESTART_DAYS
/** With fewer days than this there is no prediction. */
const MIN_DAYS = 28
const FIRST_DAY = 9

/**
 * Gaussian-process regression over whole days: days that are alike in their features have like errors, in all 24 hours at
 * once. One Cholesky factor serves all hours and grows by a row a day, so that a new day costs days² / 2 multiplications.
 * It restarts on fixed days of the calendar, so that a forecast does not depend on the day that was asked for first. `firstDay` is
 * the number of the first row's day.
 */
export function createGaussianProcess(features: DayFeatures, target: DayTable, firstDay: number): DayModel {
  const { width } = features
  const covariances = createDayCovariances(width, WINDOW_DAYS + RESTART_DAYS)
  let scales = new Float64Array(width)
  let next = FIRST_DAY
  let restartedOn = -1

  /** Projections of days that were forecast, to go on with when they are learned. */
  const projections = new Map<number, Float64Array>()

  const isDescribed = (day: number): boolean =>
    !isAnyMissing(features.tableWith(day), day * width, (day + 1) * width)
  const wholeness: boolean[] = []
  const isWhole = (day: number): boolean =>
    (wholeness[day] ??=
      !isAnyMissing(target.upTo(day), day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY) && isDescribed(day))

  const wholeDays = (from: number, to: number): number[] => {
    const days: number[] = []
    for (let day = from; day <= to; day++) if (isWhole(day)) days.push(day)
    return days
  }

  /** Puts what is known of a day's projection in its row; gives the column from which on it is not known. */
  const recall = (day: number): number => {
    const known = projections.get(day)
    if (known === undefined) return 0
    projections.delete(day)
    covariances.factor.set(known, covariances.count * covariances.capacity)
    return known.length
  }
  const learn = (days: readonly number[]): void => {
    for (let from = 0; from < days.length; from += BLOCK_DAYS) {
      const block = days.slice(from, from + BLOCK_DAYS)
      const first = covariances.count
      for (const [k, day] of block.entries())
        placeDay(covariances, first + k, features.tableWith(day), day, scales)
      const isFull = block.length === BLOCK_DAYS
      if (isFull) projectBlock(covariances, first)
      for (const day of block) {
        projectDay(covariances, covariances.count, isFull ? first : recall(day))
        learnDay(covariances, target.upTo(day).subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY))
      }
    }
  }

  /** The rows that a restart on `day` learns from. */
  const windowOf = (day: number): number[] => wholeDays(Math.max(FIRST_DAY, day - 1 - WINDOW_DAYS), day - 2)
  const restartDay = (day: number): number => {
    const lastOf = (period: number) => day - ((firstDay + day) % period)
    const usual = lastOf(RESTART_DAYS)
    return windowOf(usual).length < SHORT_HISTORY_DAYS ? lastOf(EARLY_RESTART_DAYS) : usual
  }
  const restart = (day: number): void => {
    const days = windowOf(day)
    scales = inverseDeviations(features, days)
    covariances.count = 0
    projections.clear()
    learn(days)
    next = Math.max(FIRST_DAY, day - 1)
    restartedOn = day
  }

  return {
    predict(day) {
      const latest = restartDay(day)
      if (latest !== restartedOn) restart(latest)
      learn(wholeDays(next, day - 2))
      next = Math.max(next, day - 1)
      if (covariances.count < MIN_DAYS || !isDescribed(day)) return new Float64Array(HOURS_PER_DAY).fill(NaN)
      const { count, capacity, factor } = covariances
      placeDay(covariances, count, features.tableWith(day), day, scales)
      projectDay(covariances, count, 0)
      projections.set(day, factor.slice(count * capacity, count * capacity + count))
      return expectDay(covariances)
    },
  }
}

/** By feature, what makes its root mean square over some days 1; 0 where it is always 0. */
function inverseDeviations(features: DayFeatures, days: readonly number[]) {
  const squares = new Float64Array(features.width)
  for (const day of days) {
    const rows = features.tableWith(day)
    for (let i = 0; i < squares.length; i++)
      squares[i] = (squares[i] ?? 0) + (rows[day * squares.length + i] ?? 0) ** 2
  }
  return squares.map((square) => (square > 0 ? Math.sqrt(days.length / square) : 0))
}
