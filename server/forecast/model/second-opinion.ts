import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
import { createNumbers } from '#server/forecast/model/history/numbers.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

import { blendWeight } from './blend-weight.ts'

/** A TSO is doubted if it was worse than the value of the week before over this many days. */
const DOUBTED_DAYS = 28
/** Days whose errors decide the weight, and days that a weight of 0 counts in it. */
const WEIGHT_DAYS = 42
const PRIOR = { weight: 0, days: 84 }

export interface SecondOpinionParts {
  actual: DayTable
  /** The TSO's usable forecast. */
  tso: DayTable
  /** Our forecast from the TSO's. */
  createCorrected: () => DayModel
  /** Our forecast from history alone. */
  createHistory: () => DayModel
}

/**
 * Gives history a say where the TSO's forecast is worse than the week before: by the weight that would have been best
 * in the mean square over the last six weeks, held near 0 by a prior of twelve. Everywhere else it costs nothing.
 */
export function createSecondOpinion(parts: SecondOpinionParts): DayModel {
  const { days } = parts.actual
  const corrected = rememberForecasts(parts.createCorrected, days)
  const history = rememberForecasts(parts.createHistory, days)
  return {
    predict(day) {
      const actual = parts.actual.upTo(day - 2)
      const start = day * HOURS_PER_DAY
      const ofDay = (table: Float64Array) => table.slice(start, start + HOURS_PER_DAY)
      if (!isDoubted(actual, parts.tso.upTo(day - 2), day)) return ofDay(corrected(day, day))
      const base = corrected(day - 1 - WEIGHT_DAYS, day)
      const other = history(day - 1 - WEIGHT_DAYS, day)
      const weight = blendWeight({ actual, base, other, days: WEIGHT_DAYS, prior: PRIOR }, day) ?? 0
      return ofDay(base).map((first, hour) => {
        const move = weight * ((other[start + hour] ?? NaN) - first)
        return Number.isNaN(move) ? first : first + move
      })
    },
  }
}

function isDoubted(actual: Float64Array, tso: Float64Array, day: number): boolean {
  let tsoError = 0
  let weekError = 0
  const to = (day - 1) * HOURS_PER_DAY
  for (let cell = Math.max(0, to - DOUBTED_DAYS * HOURS_PER_DAY); cell < to; cell++) {
    const value = actual[cell] ?? NaN
    const ofTso = Math.abs(value - (tso[cell] ?? NaN))
    const ofWeek = Math.abs(value - (actual[cell - WEEK_DAYS * HOURS_PER_DAY] ?? NaN))
    if (Number.isNaN(ofTso + ofWeek)) continue
    tsoError += ofTso
    weekError += ofWeek
  }
  return tsoError > weekError
}

/**
 * The forecasts of a model as a table that has the days `from` to `to`, each forecast once. Days before the first one that was asked
 * for come from a model of their own, since a model forecasts days in order.
 */
function rememberForecasts(create: () => DayModel, days: number): (from: number, to: number) => Float64Array {
  const table = createNumbers(days * HOURS_PER_DAY, NaN)
  const isMade = new Uint8Array(days)
  let model: DayModel | null = null
  let last = -1
  return (from, to) => {
    let earlier: DayModel | null = null
    for (let day = Math.max(0, from); day <= to; day++) {
      if (isMade[day] === 1) continue
      const ofDay = day > last ? (model ??= create()).predict(day) : (earlier ??= create()).predict(day)
      table.set(ofDay, day * HOURS_PER_DAY)
      isMade[day] = 1
      last = Math.max(last, day)
    }
    return table
  }
}
