import { WEEK_DAYS } from '#contract/time.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  countDays,
  LATEST_HOURS,
  meanOfLast,
  MONTH_DAYS,
  MONTH_WEEKS,
  slopes,
  trailingMeans,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { describeHours, type DayModel, ifWhole, rowOf } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { Surplus } from '#server/forecast/model/history/surplus.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

/** Days from which the regression counts at all, and fully. */
const FIRST_TRUSTED_DAYS = 28
const FULLY_TRUSTED_DAYS = 56
/** Least divisor, as a share of the peak. */
const CALM_SHARE = 0.004
const USUAL_WIND_WEEKS = 52
/** Time constant of this morning's error. */
const MORNING_FADE_HOURS = 6
const WIDTH = 6
/** In rows; a day has 24. */
const LAMBDA = 500

/**
 * Four causes of error: turbines switched off in a surplus, early or late fronts, last week's error in
 * proportion to the forecast, and the rest of this morning's error. Fades in calms, where the TSO is better:
 * in Germany below 3.8 GW its error is 475 MW, with the full correction 586 MW.
 */
export function createWindCorrection(history: PreparedHistory, { below30, below10 }: Surplus): DayModel {
  const { tso, error, firstHoursError, peakMw } = history.quantities.wind
  const days = countDays(error)
  const ramp = slopes(tso)
  const usualRamp = trailingMeans(ramp, MONTH_WEEKS)
  const errorWeek = trailingMeans(error, 1)
  const usualWind = trailingMeans(tso, USUAL_WIND_WEEKS)
  const windWeek = trailingMeans(tso, 1)

  const features = describeHours(tso.days, WIDTH, (day) => {
    const forecasts = tso.upTo(day)
    const ramps = ramp.upTo(day)
    const usualRamps = usualRamp.upTo(day - 1)
    const weekErrors = errorWeek.upTo(day - 2)
    const weekWinds = windWeek.upTo(day - 2)
    const [surpluses, deepSurpluses] = [below30.upTo(day), below10.upTo(day)]
    const latest = meanOfLast(rowOf(firstHoursError, day - 1), LATEST_HOURS)
    const calm = CALM_SHARE * (peakMw.upTo(day)[day] ?? 0)
    return (hour, cell) => {
      const yesterday = cell - HOURS_PER_DAY
      const dayBefore = yesterday - HOURS_PER_DAY
      const share = zeroIfMissing(weekErrors[dayBefore]) / Math.max(calm, zeroIfMissing(weekWinds[dayBefore]))
      return ifWhole([
        1,
        surpluses[cell] ?? NaN,
        deepSurpluses[cell] ?? NaN,
        (ramps[cell] ?? NaN) - (usualRamps[yesterday] ?? NaN),
        (forecasts[cell] ?? NaN) * (Number.isFinite(share) ? share : 0),
        latest * Math.exp(-hour / MORNING_FADE_HOURS),
      ])
    }
  })
  const regression = createRollingRidge(features, error, {
    neighbourWeight: null,
    lambda: LAMBDA,
    unpenalised: 1,
    firstDay: MONTH_DAYS + 1,
    refit: { everyDays: WEEK_DAYS, firstDate: history.grid.firstDay, minDays: 0 },
  })

  return {
    predict(day) {
      const learned = days.upTo(day - 2)[day - 2] ?? 0
      const forecasts = rowOf(tso, day)
      const usual = rowOf(usualWind, day - 1)
      const trust = (learned - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)
      return regression.predict(day).map((value, hour) => {
        const forecast = forecasts[hour] ?? NaN
        if (trust <= 0 || Number.isNaN(value)) return forecast - forecast
        const usualMw = usual[hour] ?? NaN
        const fade = forecast < usualMw ? forecast / usualMw : 1
        return Math.max(-forecast, Math.min(1, trust) * fade * value)
      })
    },
  }
}
