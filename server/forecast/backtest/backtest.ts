import type { MemberCode } from '#contract/areas.ts'
import { TARGETS, usesWeather, type DayForecast, type Target } from '#server/forecast/model/day-forecast.ts'
import { createForecaster, FIRST_FORECAST_DAY, walkForward } from '#server/forecast/model/forecaster.ts'
import type { AreaPlace } from '#server/forecast/model/history/area-places.ts'
import { createDayGrid, dayNumber, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countNearHours, isCopy } from '#server/forecast/model/history/defects.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { KNOWN_HOURS, WARM_UP_DAYS } from '#server/forecast/runs/forecast-job.ts'
import type { HourlyHistory } from '#server/forecast/runs/hourly-history.ts'
import { hoursOfDay, valueAt, type HourOfRun } from '#server/forecast/runs/run-hours.ts'
import type { RunKind } from '#server/forecast/runs/run-store.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

import { createErrorSums, errorFigures, type ErrorFigures } from './error-figures.ts'

/** What is compared: the TSO's forecast, ours, what we publish, and the same hour a week before. */
export const FORECASTS = ['tso', 'model', 'final', 'naive'] as const
export type ForecastName = (typeof FORECASTS)[number]

/**
 * How good the forecasts of one quantity were: those of complete runs all on the same hours, those of early runs on every hour that
 * has an actual value, with the TSO and the week before on as many of them as have theirs.
 */
export interface QuantityReport extends Readonly<Record<'model' | 'final', ErrorFigures>> {
  hours: number
  /** Null where the TSO publishes none, or only a copy of the actual values. */
  tso: ErrorFigures | null
  /** Hours on which the TSO is scored. */
  tsoHours: number
  naive: ErrorFigures | null
  isTsoCopied: boolean
  /** Share of actual values between P10 and P90, 0 to 1; null where no band was made. */
  coverage: number | null
}

export interface BacktestReport {
  area: MemberCode
  from: string
  to: string
  /** `early`: before the TSO's wind and solar of the delivery day are published; `complete`: with them. */
  run: RunKind
  /** Actual values of the day before were known until this hour. */
  knownUntil: number
  /** Whether forecast weather was used on any of the days, and on how many of them. */
  weather: boolean
  weatherDays: number
  quantities: Partial<Record<Target, QuantityReport>>
}

const WEEK_HOURS = WEEK_DAYS * HOURS_PER_DAY

/** What the forecasts of a backtest know. */
export interface BacktestKnowledge {
  run: RunKind
  /** Whole hours of the day before whose actual values are known. */
  knownHours: number
}

/**
 * Replays the days `from` to `to` (both whole, in the area's zone), each from what was known the day before: the TSO's forecasts, the
 * actual values of the first `knownHours` hours, and the weather of the day as it was forecast by then. The model learns from `history` and is scored by `measured`, the same hours but
 * whole ones only.
 */
export function runBacktest(
  history: HourlyHistory,
  measured: HourlyHistory,
  area: MemberCode,
  { zone, latitude, longitude }: AreaPlace,
  from: string,
  to: string,
  { run, knownHours }: BacktestKnowledge = { run: 'complete', knownHours: KNOWN_HOURS.complete },
): BacktestReport {
  const grid = createDayGrid(zone, history.startsAtUtc, history.hours)
  const prepared = prepareHistory(
    { grid, quantities: history.quantities, weather: history.weather, latitude, longitude },
    { knownHours, hasTsoWindAndSolar: run === 'complete' },
  )
  const values = hourlyValues(measured)
  const targets = TARGETS.filter((target) => values[target].actual.some((value) => !Number.isNaN(value)))
  const scoredFrom = grid.slots[Math.max(0, dayNumber(from) - grid.firstDay) * HOURS_PER_DAY] ?? 0
  const isCopied = (target: Target): boolean => {
    if (target === 'residual') return QUANTITIES.some(isCopied)
    const { actual, tso } = values[target]
    return isCopy(countNearHours(actual, tso, scoredFrom, actual.length))
  }
  const sums = new Map(
    targets.map((target) => [target, createTargetSums(values[target].tso, isCopied(target), run)]),
  )
  const firstScored = dayNumber(from) - grid.firstDay
  const lastScored = Math.min(dayNumber(to) - grid.firstDay, grid.days - 1)
  const firstForecast = Math.max(FIRST_FORECAST_DAY, firstScored - WARM_UP_DAYS)
  const forecaster = createForecaster(prepared)
  let weatherDays = 0
  for (const forecast of walkForward(forecaster, firstForecast, lastScored + 1)) {
    if (forecast.day < firstScored) continue
    if (usesWeather(forecast)) weatherDays++
    for (const hour of hoursOfDay(grid, forecast.day)) {
      for (const [target, sum] of sums) {
        const { actual, tso } = values[target]
        sum.add(
          scoreHour(forecast, target, hour, tso),
          actual[hour.slot] ?? NaN,
          actual[hour.slot - WEEK_HOURS] ?? NaN,
        )
      }
    }
  }
  const reports = [...sums].flatMap(([target, sum]) => {
    const report = sum.report()
    return report === null ? [] : [[target, report] as const]
  })
  const quantities = Object.fromEntries(reports)
  return { area, from, to, run, knownUntil: knownHours, weather: weatherDays > 0, weatherDays, quantities }
}

/** Actual values and TSO forecasts as stored, by slot. Forecasts are scored against them. */
function hourlyValues({ quantities }: HourlyHistory): Readonly<Record<Target, HourlyValues>> {
  const residual = (kind: 'actual' | 'tso') =>
    residualLoad(byQuantity((quantity) => quantities[quantity][kind]))
  return { residual: { actual: residual('actual'), tso: residual('tso') }, ...quantities }
}

interface HourlyValues {
  actual: Float64Array
  tso: Float64Array
}

interface HourForecasts {
  tso: number
  model: number
  final: number
  p10: number
  p90: number
}

function scoreHour(
  { targets }: DayForecast,
  target: Target,
  hour: HourOfRun,
  tso: Float64Array,
): HourForecasts {
  const { tso: ofDay, model, final, band } = targets[target]
  const value = valueAt(hour, final, ofDay, tso)
  return {
    tso: tso[hour.slot] ?? NaN,
    model: valueAt(hour, model, ofDay, tso),
    final: value,
    p10: value + (band.low[hour.hour] ?? NaN),
    p90: value + (band.high[hour.hour] ?? NaN),
  }
}

/**
 * Sums over the hours that all forecasts have, the TSO's only where it publishes any; of an early run over every hour with a
 * forecast of ours.
 */
function createTargetSums(tso: Float64Array, isTsoCopied: boolean, run: RunKind) {
  const hasTso = !isTsoCopied && tso.some((value) => !Number.isNaN(value))
  const sums = {
    tso: createErrorSums(),
    model: createErrorSums(),
    final: createErrorSums(),
    naive: createErrorSums(),
  }
  let covered = 0
  let banded = 0
  return {
    add(said: HourForecasts, actual: number, naive: number): void {
      const errors = {
        tso: hasTso ? said.tso - actual : NaN,
        model: said.model - actual,
        final: said.final - actual,
        naive: naive - actual,
      }
      if (Number.isNaN(errors.model + errors.final)) return
      if (run === 'complete' && Number.isNaN(errors.naive + (hasTso ? errors.tso : 0))) return
      for (const name of FORECASTS) if (!Number.isNaN(errors[name])) sums[name].add(errors[name])
      if (!(said.p90 > said.p10)) return
      banded++
      if (actual >= said.p10 && actual <= said.p90) covered++
    },
    report(): QuantityReport | null {
      const { hours } = sums.final
      if (hours === 0) return null
      const figuresOf = (name: ForecastName) => (sums[name].hours === 0 ? null : errorFigures(sums[name]))
      return {
        hours,
        tso: figuresOf('tso'),
        tsoHours: sums.tso.hours,
        isTsoCopied,
        model: errorFigures(sums.model),
        final: errorFigures(sums.final),
        naive: figuresOf('naive'),
        coverage: banded === 0 ? null : Math.round((covered / banded) * 10_000) / 10_000,
      }
    },
  }
}
