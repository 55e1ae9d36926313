import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  createDayTable,
  joinTables,
  perDay,
  residualTable,
  rowOf,
  subtractTables,
} from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { byQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import {
  type BandOffsets,
  bandOffsets,
  joinOffsets,
  NO_BAND,
  plainOffsets,
  YEAR_DAYS,
} from './adaptive-conformal.ts'
import { byTarget, TARGETS, withResidual } from './day-forecast.ts'
import type { DayForecast, EarlierForecast, Target, UploadShare } from './day-forecast.ts'
import { largestStep, modelWeight, uploadWeight } from './final-value.ts'
import { correctOwnErrors, tabulatePast } from './own-error.ts'
import { createQuantityModels } from './quantity-models.ts'

/** A TSO that publishes a quantity did so within this many days. */
export const AWAITED_DAYS = 28
/** First row that has the shortest lags. */
export const FIRST_FORECAST_DAY = 3

/** Row × 24 + hour in MW; NaN for none. */
function createLedger({ grid, quantities }: PreparedHistory) {
  const { days } = grid
  const ofQuantities = byQuantity((quantity) => quantities[quantity].scoredActual)
  const actuals = { residual: residualTable(ofQuantities), ...ofQuantities }
  const completeDays = new Set<number>()
  const targets = byTarget((target) => {
    const actual = actuals[target]
    const empty = () => new Float64Array(days * HOURS_PER_DAY).fill(NaN)
    const [tso, model, final] = [empty(), empty(), empty()]
    /** Actual − final, of forecasts with or without all inputs. */
    const errorsOf = (isComplete: boolean) =>
      createDayTable(days, (errors, day) => {
        if (completeDays.has(day) !== isComplete) return
        const start = day * HOURS_PER_DAY
        const ofDay = rowOf(actual, day).map((mw, hour) => mw - (final[start + hour] ?? NaN))
        errors.set(ofDay, start)
      })
    return { actual, tso, model, final, errors: errorsOf(true), errorsWithoutInputs: errorsOf(false) }
  })
  return {
    targets,
    enter: ({ day, missing, targets: made }: EarlierForecast): void => {
      if (missing.length === 0) completeDays.add(day)
      for (const target of TARGETS)
        for (const kind of ['tso', 'model', 'final'] as const)
          targets[target][kind].set(made[target][kind], day * HOURS_PER_DAY)
    },
  }
}

export type Forecaster = ReturnType<typeof createForecaster>

function learnFrom(history: PreparedHistory) {
  const quantityModels = createQuantityModels(history)
  const past = tabulatePast(quantityModels.plainModels, history)
  const models = correctOwnErrors(quantityModels.models, past, history)
  /** Weights are learned from days with a usable TSO forecast. */
  const weighedActual = byQuantity((quantity) => {
    const { scoredActual, tso } = history.quantities[quantity]
    return joinTables(scoredActual, tso, (mw, forecast) => (Number.isNaN(forecast) ? NaN : mw))
  })
  const ofQuantities = byQuantity((quantity) =>
    subtractTables(history.quantities[quantity].actual, past[quantity]),
  )
  const plainErrors = { residual: residualTable(ofQuantities), ...ofQuantities }
  const weather = Object.values(history.weather ?? {})
  /** 1 for yes. */
  const lacksWeather = perDay(history.grid.days, (day) =>
    weather.some((table) => rowOf(table, day).every(Number.isNaN)) ? 1 : 0,
  )
  const ledger = createLedger(history)
  return { history, quantityModels, past, models, weighedActual, ledger, plainErrors, lacksWeather }
}

type Learned = ReturnType<typeof learnFrom>

export function createForecaster(prepared: PreparedHistory) {
  const entered: EarlierForecast[] = []
  let learned = learnFrom(prepared)

  return {
    enter(forecast: EarlierForecast): void {
      entered.push(forecast)
      learned.ledger.enter(forecast)
    },
    /** Uses what is known on the morning before. Call it for days in order; only `banded` targets get a band. */
    forecast(day: number, banded: readonly Target[] = TARGETS): DayForecast {
      learned.history.advanceTo(day)
      const known = learned.history.withoutCopies(day)
      if (known !== learned.history) {
        learned = learnFrom(known)
        for (const forecast of entered) learned.ledger.enter(forecast)
      }
      const { history, quantityModels } = learned
      const missing = QUANTITIES.filter((quantity) => isMissing(history, quantity, day))
      const made = byQuantity((quantity) => forecastQuantity(learned, quantity, day))
      const targets = withResidual(made)
      const band = (target: Target) => bandOf(learned, target, day, missing, targets.wind.final)
      return {
        day,
        targets: byTarget((target) => ({
          ...targets[target],
          band: banded.includes(target) ? band(target) : NO_BAND,
        })),
        weights: byQuantity((quantity) => made[quantity].weight),
        uploads: QUANTITIES.flatMap((quantity) => made[quantity].uploads),
        missing,
        withoutTso: QUANTITIES.filter((quantity) => !made[quantity].hasTso),
        weatherWeights: quantityModels.weatherWeights(day),
      }
    },
  }
}

/** From the errors of earlier final values and, for a whole year, of the plain forecasts. */
function bandOf(
  { history, past, plainErrors, lacksWeather, ledger }: Learned,
  target: Target,
  day: number,
  missing: readonly Quantity[],
  windOfDay: Float64Array,
): BandOffsets {
  const { errors, errorsWithoutInputs } = ledger.targets[target]
  const alike = missing.length === 0 ? errors : errorsWithoutInputs
  const windOf = (past: Float64Array) => ({ past, ofDay: windOfDay })
  const isSolar = target === 'solar'
  const recent = bandOffsets(alike.upTo(day - 2), isSolar ? null : windOf(ledger.targets.wind.final), day)
  // Errors of the sun differ by season; and the plain forecasts had what the TSO skipped today.
  if (isSolar || missing.some((quantity) => !history.unpublished.includes(quantity))) return recent
  // Errors without weather are twice as large.
  const lacks = lacksWeather.upTo(day)
  const alikeOfYear = plainErrors[target].upTo(day - 2).slice()
  for (let of = Math.max(0, day - 1 - YEAR_DAYS); of < day - 1; of++)
    if (lacks[of] !== lacks[day]) alikeOfYear.fill(NaN, of * HOURS_PER_DAY, (of + 1) * HOURS_PER_DAY)
  const wind = windOf(past.wind.upTo(day))
  return joinOffsets(recent, plainOffsets(alikeOfYear, day, wind, YEAR_DAYS))
}

function forecastQuantity(learned: Learned, quantity: Quantity, day: number) {
  const { history, models, weighedActual, ledger } = learned
  const { publishedTso, tso } = history.quantities[quantity]
  const isPublished = !history.unpublished.includes(quantity)
  const usable = isPublished ? rowOf(tso, day) : unknownDay()
  const model = models[quantity].predict(day)
  const { tso: base, model: other } = ledger.targets[quantity]
  const actual = weighedActual[quantity].upTo(day - 2)
  const weight = isPublished ? modelWeight({ actual, base, other }, day) : 1
  const combine = (forecast: number, value: number) =>
    Number.isNaN(forecast) ? value : forecast + weight * (value - forecast)
  const ours = model.map((value, hour) => combine(usable[hour] ?? NaN, value))
  return {
    weight,
    hasTso: !usable.every(Number.isNaN),
    ...addUploads(learned, quantity, day, ours, combine),
    tso: isPublished ? rowOf(publishedTso, day).slice() : unknownDay(),
    model,
  }
}

/** Moves the final values towards each upload in turn, by its earned weight. */
function addUploads(
  { history, ledger }: Learned,
  quantity: Quantity,
  day: number,
  ours: Float64Array,
  combine: (forecast: number, value: number) => number,
): { final: Float64Array; uploads: readonly UploadShare[] } {
  if (history.uploads.length === 0) return { final: ours, uploads: [] }
  const { tso: published, model } = ledger.targets[quantity]
  const usable = history.quantities[quantity].tso.upTo(day - 1)
  const tso = published.map((mw, cell) => (Number.isNaN(usable[cell]) ? NaN : mw))
  const actual = history.quantities[quantity].scoredActual.upTo(day - 2)
  // Recomputes the past with today's weights: the published values may include uploads.
  let base = model.map((value, cell) => combine(tso[cell] ?? NaN, value))
  const start = day * HOURS_PER_DAY
  base.set(ours, start)
  const uploads: UploadShare[] = []
  for (const { label, powerMw } of history.uploads) {
    const other = powerMw[quantity].upTo(day)
    const weight = uploadWeight({ tso, actual, base, other }, day)
    if (weight === 0 || rowOf(powerMw[quantity], day).every(Number.isNaN)) continue
    const most = largestStep({ actual, base, other }, day)
    let leftOutHours = 0
    base = base.map((mw, cell) => {
      const step = (other[cell] ?? NaN) - mw
      const isTooLarge = cell >= start && Math.abs(step) > most
      if (isTooLarge) leftOutHours += 1
      return Number.isNaN(step) || isTooLarge ? mw : mw + weight * step
    })
    for (const earlier of uploads) earlier.weight *= 1 - weight
    uploads.push({ label, quantity, weight, leftOutHours })
  }
  return { final: base.slice(start, start + HOURS_PER_DAY), uploads }
}

const unknownDay = (): Float64Array => new Float64Array(HOURS_PER_DAY).fill(NaN)

/** Missing although the TSO published one within the last weeks. */
function isMissing({ quantities, unpublished }: PreparedHistory, quantity: Quantity, day: number): boolean {
  const isThere = (of: number) => !rowOf(quantities[quantity].publishedTso, of).every(Number.isNaN)
  const isAwaited = Array.from({ length: AWAITED_DAYS }, (_, back) => day - 1 - back).some(isThere)
  return isAwaited && (unpublished.includes(quantity) || !isThere(day))
}
