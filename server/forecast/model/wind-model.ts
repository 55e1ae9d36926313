import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  isAnyMissing,
  meanOfHours,
  MONTH_DAYS,
  MONTH_WEEKS,
  slopes,
  trailingMeans,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { countDays } from './load-model.ts'
import { createPooledRidge } from '#server/forecast/model/regression/pooled-ridge.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createSurplus } from './surplus.ts'

/** Days of history from which the regression is trusted at all, and fully. */
const FIRST_TRUSTED_DAYS = 28
const FULLY_TRUSTED_DAYS = 56
/** Least mean wind by which an error is divided, as a share of the peak. */
const CALM_SHARE = 0.004
/** Hours in which this morning's error fades to a third. */
const MORNING_FADE_HOURS = 6
const WIDTH = 6

/**
 * The expected error of the TSO's wind forecast: switched off in a surplus, late or early fronts, in proportion to the
 * forecast as in the last week, and what is left of this morning's error.
 */
export function createWindCorrection(history: PreparedHistory): DayModel {
  const { knownHours } = history
  const { tso, error, morningError, peakMw } = history.quantities.wind
  const days = countDays(error)
  const surplus = createSurplus(history)
  const ramp = slopes(tso)
  const usualRamp = trailingMeans(ramp, MONTH_WEEKS)
  const errorWeek = trailingMeans(error, 1)
  const windWeek = trailingMeans(tso, 1)

  const ofDay = rememberDays(days.length, WIDTH * HOURS_PER_DAY, (day, rows) => {
    const latest = meanOfHours(morningError, day - 1, Math.max(0, knownHours - 3), knownHours)
    const calm = CALM_SHARE * (peakMw[day] ?? 0)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      const yesterday = cell - HOURS_PER_DAY
      const dayBefore = yesterday - HOURS_PER_DAY
      const share = zeroIfMissing(errorWeek[dayBefore]) / Math.max(calm, zeroIfMissing(windWeek[dayBefore]))
      const at = hour * WIDTH
      rows[at] = 1
      rows.set(surplus(cell), at + 1)
      rows[at + 3] = (ramp[cell] ?? NaN) - (usualRamp[yesterday] ?? NaN)
      rows[at + 4] = (tso[cell] ?? NaN) * (Number.isFinite(share) ? share : 0)
      rows[at + 5] = latest * Math.exp(-hour / MORNING_FADE_HOURS)
      if (isAnyMissing(rows, at, at + WIDTH)) rows[at] = NaN
    }
  })
  const regression = createPooledRidge({ width: WIDTH, ofDay }, error, MONTH_DAYS + 1, 1)

  return {
    predict(day) {
      const seen = days[day - 2] ?? 0
      const trust = (seen - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)
      return regression.predict(day).map((value, hour) => {
        const forecast = tso[day * HOURS_PER_DAY + hour] ?? NaN
        if (trust <= 0 || Number.isNaN(value)) return forecast - forecast
        return Math.max(-forecast, Math.min(1, trust) * value)
      })
    },
  }
}
