import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays } from '#server/forecast/model/history/day-means.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import { createDayTable } from '#server/forecast/model/history/day-table.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createSurplus } from './surplus.ts'

const RATIO_DAYS = 28
/** Days at which the seen ratio counts half. */
const RATIO_HALF_DAYS = 7
/** Hours with less sun than this share of the peak are left as they are. */
const DUSK_SHARE = 0.004
const LEAST_DAYS = 14
/** Memory and penalty of the regression on the surplus. */
const WINDOW_DAYS = 730
const LAMBDA = 500

/**
 * The expected error of the TSO's solar forecast: in proportion to the forecast, as in the same hour of the last 28 days,
 * and less where a surplus lets panels be switched off.
 */
export function createSolarCorrection(history: PreparedHistory): DayModel {
  const { tso, error, peakMw } = history.quantities.solar
  const { days } = tso
  const learnedDays = countDays(error)
  const surplus = createSurplus(history)
  const duskMw = (day: number): number => DUSK_SHARE * (peakMw.upTo(day)[day] ?? 0)

  const ratioOfDay = rememberDays(days, HOURS_PER_DAY, (day, correction) => {
    const errors = error.upTo(day - 2)
    const forecasts = tso.upTo(day)
    const dusk = duskMw(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      let errorSum = 0
      let forecastSum = 0
      let count = 0
      for (let past = Math.max(0, day - 1 - RATIO_DAYS); past <= day - 2; past++) {
        const value = errors[past * HOURS_PER_DAY + hour] ?? NaN
        if (Number.isNaN(value)) continue
        errorSum += value
        forecastSum += forecasts[past * HOURS_PER_DAY + hour] ?? 0
        count++
      }
      if (count === 0 || forecastSum / count <= dusk) continue
      const ratio = (errorSum / forecastSum) * (count / (count + RATIO_HALF_DAYS))
      correction[hour] = (forecasts[day * HOURS_PER_DAY + hour] ?? NaN) * ratio
    }
  })

  const surplusOfDay = rememberDays(days, 2 * HOURS_PER_DAY, (day, rows) => {
    const forecasts = tso.upTo(day)
    const surplusAt = surplus(day)
    const dusk = duskMw(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      rows.set(surplusAt(cell), 2 * hour)
      if (!((forecasts[cell] ?? NaN) > dusk)) rows[2 * hour] = NaN
    }
  })
  const leftOver = createDayTable(days, (table, day) => {
    const errors = error.upTo(day)
    const start = day * HOURS_PER_DAY
    for (const [hour, ratio] of ratioOfDay(day).entries())
      table[start + hour] = (errors[start + hour] ?? NaN) - ratio
  })
  const switchedOff = createRollingRidge({ width: 2, ofDay: surplusOfDay }, leftOver, {
    pooling: 'all hours',
    windowDays: WINDOW_DAYS,
    halfLifeDays: null,
    lambda: LAMBDA,
    unpenalised: 0,
    firstDay: RATIO_DAYS + 1,
  })

  return {
    predict(day) {
      const seen = learnedDays.upTo(day - 2)[day - 2] ?? 0
      const forecasts = tso.upTo(day)
      const off = switchedOff.predict(day)
      return ratioOfDay(day).map((ratio, hour) => {
        const forecast = forecasts[day * HOURS_PER_DAY + hour] ?? NaN
        if (seen < LEAST_DAYS || Number.isNaN(forecast)) return forecast - forecast
        const surplusCorrection = off[hour] ?? NaN
        return Math.max(-forecast, ratio + (Number.isNaN(surplusCorrection) ? 0 : surplusCorrection))
      })
    },
  }
}
