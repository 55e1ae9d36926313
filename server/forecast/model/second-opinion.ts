import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
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
  /** Our forecast from the TSO's; made twice at most, since days must be asked for in order. */
  createCorrected: () => DayModel
  /** Our forecast from history alone. */
  createHistory: () => DayModel
}

/**
 * Gives history a say where the TSO's forecast is worse than the week before: by the weight that would have been best
 * in the mean square over the last six weeks, held near 0 by a prior of twelve. Everywhere else it costs nothing.
 */
export function createSecondOpinion(parts: SecondOpinionParts): DayModel {
  const corrected = parts.createCorrected()
  let walk: ReturnType<typeof walkBoth> | null = null
  return {
    predict(day) {
      const actual = parts.actual.upTo(day - 2)
      if (!isDoubted(actual, parts.tso.upTo(day - 2), day)) return corrected.predict(day)
      walk ??= walkBoth(parts)
      walk.to(day)
      const { corrected: base, history: other } = walk
      const weight = blendWeight({ actual, base, other, days: WEIGHT_DAYS, prior: PRIOR }, day) ?? 0
      return Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
        const cell = day * HOURS_PER_DAY + hour
        const first = base[cell] ?? NaN
        const move = weight * ((other[cell] ?? NaN) - first)
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

/** Both forecasts of the days that the weight looks at. */
function walkBoth({ actual, createCorrected, createHistory }: SecondOpinionParts) {
  const models = { corrected: createCorrected(), history: createHistory() }
  const corrected = new Float64Array(actual.days * HOURS_PER_DAY).fill(NaN)
  const history = new Float64Array(actual.days * HOURS_PER_DAY).fill(NaN)
  let next = 0
  return {
    corrected,
    history,
    to(day: number): void {
      next = Math.max(next, day - 1 - WEIGHT_DAYS)
      for (; next <= day; next++) {
        corrected.set(models.corrected.predict(next), next * HOURS_PER_DAY)
        history.set(models.history.predict(next), next * HOURS_PER_DAY)
      }
    },
  }
}
