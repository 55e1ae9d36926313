import { byQuantity } from '#server/series/by-quantity.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

import { bandOffsets, NO_BAND } from './adaptive-conformal.ts'
import {
  residualForecast,
  TARGETS,
  type DayForecast,
  type Target,
  type TargetForecast,
} from './day-forecast.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { modelWeight } from './final-value.ts'
import { createLedger, enter, shiftFor, type Ledger } from './ledger.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createQuantityModels } from './quantity-models.ts'

/** Days within which a TSO that publishes a quantity has published it. */
export const AWAITED_DAYS = 28
/** Days that the shortest lags need: the first row of a history that can be forecast. */
export const FIRST_FORECAST_DAY = 3

export interface Forecaster {
  ledger: Ledger
  /**
   * Forecasts a day of the grid from what is known on the morning before, and from the forecasts entered for earlier days.
   * Days must be asked for in order.
   */
  forecast(day: number): DayForecast
  /** Enters a forecast made for an earlier day, now or back then: its errors weigh model and TSO and make the band. */
  enter(forecast: DayForecast): void
}

/**
 * Forecasts local days of one area; with `hasTsoWindAndSolar` false as if the TSO's sun and wind of the day were not published yet. A band
 * is made of the targets that are asked for.
 */
export function createForecaster(
  history: PreparedHistory,
  hasTsoWindAndSolar: boolean,
  banded: readonly Target[] = TARGETS,
): Forecaster {
  const models = createQuantityModels(history, hasTsoWindAndSolar)
  const ledger = createLedger(history)

  const band = (target: Target, day: number, isComplete: boolean) => {
    const page = ledger[target]
    if (!banded.includes(target)) return NO_BAND
    return bandOffsets(isComplete ? page.errors : page.errorsWithoutInputs, day, shiftFor(page, day))
  }

  return {
    ledger,
    enter: (forecast) => enter(ledger, forecast),
    forecast(day) {
      const missing = QUANTITIES.filter((quantity) => isMissing(history, quantity, day, hasTsoWindAndSolar))
      const isComplete = missing.length === 0
      const weights = { load: 1, solar: 1, wind: 1 }
      const withoutTso: Quantity[] = []
      const forecastQuantity = (quantity: Quantity): TargetForecast => {
        const { publishedTso, tso: usableTso, actual } = history.quantities[quantity]
        const isHidden = !hasTsoWindAndSolar && quantity !== 'load'
        const ofDay = (table: Float64Array) => table.slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
        const usable = ofDay(usableTso)
        const model = models[quantity].predict(day)
        const weight = isHidden ? 1 : modelWeight(ledger[quantity], actual, day)
        weights[quantity] = weight
        if (isHidden || usable.every(Number.isNaN)) withoutTso.push(quantity)
        return {
          tso: isHidden ? new Float64Array(HOURS_PER_DAY).fill(NaN) : ofDay(publishedTso),
          model,
          final: model.map((value, hour) => {
            const forecast = isHidden ? NaN : (usable[hour] ?? NaN)
            return Number.isNaN(forecast) ? value : forecast + weight * (value - forecast)
          }),
          band: band(quantity, day, isComplete),
        }
      }
      const quantities = byQuantity(forecastQuantity)
      const residual = { ...residualForecast(quantities), band: band('residual', day, isComplete) }
      return { day, targets: { residual, ...quantities }, weights, missing, withoutTso }
    },
  }
}

/** Whether the TSO's forecast of a day is not there, though it published one within the last weeks. */
function isMissing(
  history: PreparedHistory,
  quantity: Quantity,
  day: number,
  hasTsoWindAndSolar: boolean,
): boolean {
  const { publishedTso } = history.quantities[quantity]
  const has = (from: number, to: number) =>
    !publishedTso.subarray(Math.max(0, from) * HOURS_PER_DAY, to * HOURS_PER_DAY).every(Number.isNaN)
  const isHidden = !hasTsoWindAndSolar && quantity !== 'load'
  return (isHidden || !has(day, day + 1)) && has(day - AWAITED_DAYS, day)
}

/** Forecasts days one after the other, each from the ones before: rows `from` to `to`, not included. */
export function* walkForward(forecaster: Forecaster, from: number, to: number): Generator<DayForecast> {
  for (let day = from; day < to; day++) {
    const forecast = forecaster.forecast(day)
    forecaster.enter(forecast)
    yield forecast
  }
}
