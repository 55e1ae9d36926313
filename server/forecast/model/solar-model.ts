import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays, zeroIfMissing } from '#server/forecast/model/history/day-means.ts'
import {
  describeHours,
  createDayTable,
  type DayModel,
  type DayTable,
  rowOf,
  subtractTables,
} from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory, PreparedQuantity } from '#server/forecast/model/history/prepared-history.ts'
import type { Surplus } from '#server/forecast/model/history/surplus.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

const RATIO_DAYS = 28
/** Days at which the learned ratio counts half. */
const RATIO_HALF_DAYS = 7
const WIDTH = 3
/** Sunshine, in hours of the peak, before today's error counts; and its cap as a share of the forecast. */
const MIN_SEEN_HOURS = 0.5
const MAX_SHARE = 0.5
/** Hours with less sun, as a share of the peak, stay uncorrected. */
const DUSK_SHARE = 0.004
const MIN_DAYS = 14
/** In rows. */
const LAMBDA = 500

/** The hour's error ratio over the last 28 days, lower in a surplus, plus the rest of today's error. */
export function createSolarCorrection(history: PreparedHistory, { below30, below10 }: Surplus): DayModel {
  const { solar } = history.quantities
  const { tso, error } = solar
  const learnedDays = countDays(error)
  const ofRatio = correctByRatio(solar)
  const features = describeHours(tso.days, WIDTH, (day) => {
    const forecasts = tso.upTo(day)
    const [surpluses, deepSurpluses] = [below30.upTo(day), below10.upTo(day)]
    const dusk = duskMw(solar, day)
    const share = errorShareOfToday(solar, ofRatio, day)
    return (_, cell) => {
      const forecast = forecasts[cell] ?? NaN
      return forecast > dusk ? [surpluses[cell] ?? NaN, deepSurpluses[cell] ?? NaN, forecast * share] : null
    }
  })
  const regression = createRollingRidge(features, subtractTables(error, ofRatio), {
    neighbourWeight: null,
    lambda: LAMBDA,
    unpenalised: 0,
    firstDay: RATIO_DAYS + 1,
  })

  return {
    predict(day) {
      const learned = learnedDays.upTo(day - 2)[day - 2] ?? 0
      const [forecasts, explained] = [rowOf(tso, day), rowOf(ofRatio, day)]
      return regression.predict(day).map((rest, hour) => {
        const forecast = forecasts[hour] ?? NaN
        if (learned < MIN_DAYS || Number.isNaN(forecast)) return forecast - forecast
        return Math.max(-forecast, (explained[hour] ?? NaN) + zeroIfMissing(rest))
      })
    },
  }
}

function duskMw({ peakMw }: PreparedQuantity, day: number): number {
  return DUSK_SHARE * (peakMw.upTo(day)[day] ?? 0)
}

/** MW. */
function correctByRatio(solar: PreparedQuantity): DayTable {
  const { tso, error } = solar
  return createDayTable(tso.days, (correction, day) => {
    const errors = error.upTo(day - 2)
    const forecasts = tso.upTo(day)
    const dusk = duskMw(solar, day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
      let errorSum = 0
      let forecastSum = 0
      let count = 0
      for (let back = Math.min(day, RATIO_DAYS + 1); back >= 2; back--) {
        const value = errors[cell - back * HOURS_PER_DAY] ?? NaN
        if (Number.isNaN(value)) continue
        errorSum += value
        forecastSum += forecasts[cell - back * HOURS_PER_DAY] ?? 0
        count++
      }
      const ratio = (errorSum / forecastSum) * (count / (count + RATIO_HALF_DAYS))
      correction[cell] = forecastSum / count > dusk ? (forecasts[cell] ?? NaN) * ratio : 0
    }
  })
}

/** Beyond the ratio, as a share of the forecast; 0 after too little sun. */
function errorShareOfToday(
  { tso, firstHoursError, peakMw }: PreparedQuantity,
  ofRatio: DayTable,
  deliveryDay: number,
): number {
  const today = deliveryDay - 1
  const [forecasts, explained] = [rowOf(tso, today), rowOf(ofRatio, today)]
  let errorSum = 0
  let forecastSum = 0
  for (const [hour, value] of rowOf(firstHoursError, today).entries()) {
    if (Number.isNaN(value)) continue
    errorSum += value - (explained[hour] ?? 0)
    forecastSum += forecasts[hour] ?? 0
  }
  if (forecastSum <= MIN_SEEN_HOURS * (peakMw.upTo(deliveryDay)[deliveryDay] ?? 0)) return 0
  return Math.max(-MAX_SHARE, Math.min(MAX_SHARE, errorSum / forecastSum))
}
