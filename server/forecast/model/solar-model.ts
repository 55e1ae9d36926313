import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { countDays } from './load-model.ts'
import { createPooledRidge } from '#server/forecast/model/regression/pooled-ridge.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createSurplus } from './surplus.ts'

const RATIO_DAYS = 28
/** Days at which the seen ratio counts half. */
const RATIO_HALF_DAYS = 7
/** Hours with less sun than this share of the peak are left as they are. */
const DUSK_SHARE = 0.004
const LEAST_DAYS = 14

/**
 * The expected error of the TSO's solar forecast: in proportion to the forecast, as in the same hour of the last 28 days,
 * and less where a surplus lets panels be switched off.
 */
export function createSolarCorrection(history: PreparedHistory): DayModel {
  const { tso, error, peakMw } = history.quantities.solar
  const days = countDays(error)
  const surplus = createSurplus(history)

  const ratioOfDay = rememberDays(days.length, HOURS_PER_DAY, (day, correction) => {
    const dusk = DUSK_SHARE * (peakMw[day] ?? 0)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      let errorSum = 0
      let forecastSum = 0
      let count = 0
      for (let past = Math.max(0, day - 1 - RATIO_DAYS); past <= day - 2; past++) {
        const value = error[past * HOURS_PER_DAY + hour] ?? NaN
        if (Number.isNaN(value)) continue
        errorSum += value
        forecastSum += tso[past * HOURS_PER_DAY + hour] ?? 0
        count++
      }
      if (count === 0 || forecastSum / count <= dusk) continue
      const ratio = (errorSum / forecastSum) * (count / (count + RATIO_HALF_DAYS))
      correction[hour] = (tso[day * HOURS_PER_DAY + hour] ?? NaN) * ratio
    }
  })

  const surplusOfDay = rememberDays(days.length, 2 * HOURS_PER_DAY, (day, rows) => {
    const dusk = DUSK_SHARE * (peakMw[day] ?? 0)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      rows.set(surplus(cell), 2 * hour)
      if (!((tso[cell] ?? NaN) > dusk)) rows[2 * hour] = NaN
    }
  })
  const leftOver = error.map(
    (value, cell) => value - (ratioOfDay(Math.floor(cell / HOURS_PER_DAY))[cell % HOURS_PER_DAY] ?? NaN),
  )
  const switchedOff = createPooledRidge({ width: 2, ofDay: surplusOfDay }, leftOver, RATIO_DAYS + 1, 0)

  return {
    predict(day) {
      const seen = days[day - 2] ?? 0
      const off = switchedOff.predict(day)
      return ratioOfDay(day).map((ratio, hour) => {
        const forecast = tso[day * HOURS_PER_DAY + hour] ?? NaN
        if (seen < LEAST_DAYS || Number.isNaN(forecast)) return forecast - forecast
        const surplusCorrection = off[hour] ?? NaN
        return Math.max(-forecast, ratio + (Number.isNaN(surplusCorrection) ? 0 : surplusCorrection))
      })
    },
  }
}
