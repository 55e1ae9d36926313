import type { DataDefect, RunInput } from '#contract/accuracy.ts'
import { NO_BAND } from '#server/forecast/model/adaptive-conformal.ts'
import {
  residualForecast,
  usesWeather,
  type DayForecast,
  type TargetForecast,
} from '#server/forecast/model/day-forecast.ts'
import { createForecaster, FIRST_FORECAST_DAY, type Forecaster } from '#server/forecast/model/forecaster.ts'
import {
  createDayGrid,
  dayNumber,
  dayText,
  HOURS_PER_DAY,
  type DayGrid,
} from '#server/forecast/model/history/day-grid.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { HourlyHistory } from '#server/forecast/runs/inputs/hourly-history.ts'
import { toRunHours, type RunHours } from '#server/forecast/runs/run-hours.ts'
import { isHalfMissing, KNOWN_HOURS } from '#server/forecast/runs/run-kind.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { HOUR_MS, QUANTITIES, type Quantity } from '#server/series/series.ts'

import { describeDefects, describeRun } from './run-texts.ts'

/** Days of forecasts that the band and the weights of a day use. */
export const LEDGER_DAYS = 93
/**
 * Days to forecast before the first of many, so that it is what it would be after any number of them: its weights use the models of
 * 57 days before. Its band uses the errors of 91 more.
 */
export const WARM_UP_DAYS = { weights: 58, bands: 151 } as const

/** A forecast made back then. */
export interface KeptForecast {
  day: string
  hours: RunHours
  missingInputs: readonly RunInput[]
}

/** The work of a thread: forecasts of some days of one area. Plain data, so that it can be posted. */
export interface ForecastJob {
  history: HourlyHistory
  zone: string
  latitude: number
  longitude: number
  /** Whole hours of the day before whose actual values can be used. */
  knownHours: number
  /** Whether the TSO's wind and solar of the delivery day can be used. */
  hasTsoWindAndSolar: boolean
  /** The one of the two that is not published, where only the other is. */
  lateTso: 'solar' | 'wind' | null
  kept: readonly KeptForecast[]
  /** Days before the first wanted one that are forecast on the way where they are not kept. */
  warmUpDays: number
  /** Delivery days, `yyyy-MM-dd`, ascending. */
  days: readonly string[]
}

export interface ForecastResult extends KeptForecast {
  bandShift: number
  usedInputs: readonly RunInput[]
  /** Whether the forecast weather had a say. */
  usesWeather: boolean
  note: string
  defects: DataDefect[]
}

/**
 * The last forecaster stays until the next one is done and is never used again. The engine drops the compiled code of a function when
 * none of its closures is alive, so that otherwise each job would begin with slow code: a run of all areas takes three times as long.
 */
const latest: { forecaster: Forecaster | null } = { forecaster: null }

/** Makes the forecasts of a job. Days before the first one that are not kept are forecast on the way. */
export function runForecastJob(job: ForecastJob): ForecastResult[] {
  const { history } = job
  const grid = createDayGrid(job.zone, history.startsAtUtc, history.hours)
  const prepared = prepareHistory(
    {
      grid,
      quantities: history.quantities,
      weather: history.weather,
      latitude: job.latitude,
      longitude: job.longitude,
    },
    { knownHours: job.knownHours, hasTsoWindAndSolar: job.hasTsoWindAndSolar, lateTso: job.lateTso },
  )
  const forecaster = createForecaster(prepared)
  const kept = new Map(job.kept.map((forecast) => [dayNumber(forecast.day) - grid.firstDay, forecast]))
  const wanted = new Set(job.days.map((day) => dayNumber(day) - grid.firstDay))
  const first = Math.max(FIRST_FORECAST_DAY, Math.min(...wanted) - job.warmUpDays)
  const tso = byQuantity((quantity) => history.quantities[quantity].tso)
  const loadOfDayBefore = (day: number) => {
    const start = (day - 1) * HOURS_PER_DAY
    const slots = grid.slots.subarray(start, start + job.knownHours)
    return Array.from(slots, (slot) => history.quantities.load.actual[slot] ?? NaN)
  }
  const results: ForecastResult[] = []
  for (let day = first; day <= Math.max(...wanted); day++) {
    const known = kept.get(day)
    if (known !== undefined && !wanted.has(day)) {
      forecaster.enter(fromRunHours(known, grid, history.startsAtUtc, day))
      continue
    }
    // What is only made on the way needs no band.
    const forecast = forecaster.forecast(day, wanted.has(day) ? ['residual'] : [])
    if (wanted.has(day)) {
      const hasMorning = hasRecentActuals(loadOfDayBefore(day))
      results.push({
        day: dayText(grid.firstDay + day),
        hours: toRunHours(forecast, grid, history.startsAtUtc, tso),
        bandShift: forecast.targets.residual.band.shift,
        usedInputs: inputsOf(
          QUANTITIES.filter((quantity) => !forecast.withoutTso.includes(quantity)),
          hasMorning,
        ),
        missingInputs: inputsOf(forecast.missing, !hasMorning),
        usesWeather: usesWeather(forecast),
        note: describeRun(forecast),
        defects: describeDefects(prepared, day),
      })
    }
    forecaster.enter(forecast)
  }
  latest.forecaster = forecaster
  return results
}

/** The TSO's forecasts of these quantities, and perhaps the morning's actual values. */
function inputsOf(quantities: readonly Quantity[], withActuals: boolean): RunInput[] {
  const forecasts = quantities.map((quantity): RunInput => `${quantity} forecast`)
  return withActuals ? [...forecasts, 'recent actuals'] : forecasts
}

/** `daySoFarMw` is the load of the known hours of the day before. */
function hasRecentActuals(daySoFarMw: readonly number[]): boolean {
  const isShort = daySoFarMw.length < KNOWN_HOURS.early
  return !isShort && !isHalfMissing(daySoFarMw.map((value) => !Number.isNaN(value)))
}

/** A kept forecast as it was made, as far as weights and band need it. */
function fromRunHours(kept: KeptForecast, grid: DayGrid, startsAtUtc: number, day: number): DayForecast {
  const { hours } = kept
  const indexOf = new Map(hours.startsAtUtc.map((utc, index) => [(utc - startsAtUtc) / HOUR_MS, index]))
  const indices = Array.from(
    { length: HOURS_PER_DAY },
    (_, hour) => indexOf.get(grid.slots[day * HOURS_PER_DAY + hour] ?? -1) ?? -1,
  )
  const table = (values: readonly (number | null)[]): Float64Array => {
    const powers = new Float64Array(HOURS_PER_DAY)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const index = indices[hour] ?? -1
      powers[hour] = index < 0 ? NaN : (values[index] ?? NaN)
    }
    return powers
  }
  const target = (quantity: Quantity): TargetForecast => ({
    tso: table(hours.tso[quantity]),
    model: table(hours.model[quantity]),
    final: table(hours.final[quantity]),
    band: NO_BAND,
  })
  const quantities = byQuantity(target)
  return {
    day,
    targets: { residual: { ...residualForecast(quantities), band: NO_BAND }, ...quantities },
    weights: { load: 1, solar: 1, wind: 1 },
    missing: QUANTITIES.filter((quantity) => kept.missingInputs.includes(`${quantity} forecast`)),
    withoutTso: [],
    weatherWeights: { load: 0, solar: 0, wind: 0 },
  }
}
