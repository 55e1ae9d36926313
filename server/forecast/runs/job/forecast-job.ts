import type { RunInput } from '#contract/accuracy.ts'
import { HOUR_MS } from '#contract/time.ts'
import { type EarlierForecast, usesWeather, withResidual } from '#server/forecast/model/day-forecast.ts'
import { createForecaster, FIRST_FORECAST_DAY, type Forecaster } from '#server/forecast/model/forecaster.ts'
import type { AreaPlace } from '#server/forecast/model/history/area-places.ts'
import { dayNumber, dayText, HOURS_PER_DAY, type DayGrid } from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory, InformationTime } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { type MadeForecast, toRunHours } from '#server/forecast/runs/run-hours.ts'
import { isHalfMissing, KNOWN_HOURS } from '#server/forecast/runs/run-kind.ts'
import { byQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import { describeDefects, describeRun } from './run-texts.ts'

/** Days of errors behind a day's band and weights. */
export const LEDGER_DAYS = 93
/** Weights use the models of 57 days before, bands the errors of 91 more. */
export const WARM_UP_DAYS = { weights: 58, bands: 151 } as const

export type KeptForecast = Pick<MadeForecast, 'day' | 'hours' | 'missingInputs'>

/** Job for one area. Plain data, so that it can be posted to a thread. */
export interface ForecastJob {
  history: HourlyHistory
  place: AreaPlace
  informationTime: InformationTime
  kept: readonly KeptForecast[]
  /** Forecast before the first wanted day unless kept. */
  warmUpDays: number
  /** `yyyy-MM-dd`, ascending. */
  days: readonly string[]
}

export type ForecastResult = (MadeForecast & { usesWeather: boolean })[]

/** Keeps its compiled code alive: else a run of all areas takes three times as long. */
const latest: { forecaster: Forecaster | null } = { forecaster: null }

/** Earlier days that are not kept are forecast too. */
export function runForecastJob(job: ForecastJob): ForecastResult {
  const { history, place, informationTime } = job
  const prepared = prepareHistory(history, place, informationTime)
  const { grid } = prepared
  const forecaster = createForecaster(prepared)
  const kept = new Map(job.kept.map((forecast) => [dayNumber(forecast.day) - grid.firstDay, forecast]))
  const wanted = new Set(job.days.map((day) => dayNumber(day) - grid.firstDay))
  const first = Math.max(FIRST_FORECAST_DAY, Math.min(...wanted) - job.warmUpDays)
  const tso = byQuantity((quantity) => history.quantities[quantity].tso)
  /** Enough to correct the rest of the day before. */
  const hasRecentActuals = (day: number) => {
    const start = (day - 1) * HOURS_PER_DAY
    const slots = grid.slots.subarray(start, start + informationTime.knownHours)
    const load = Array.from(slots, (slot) => history.quantities.load.actual[slot] ?? NaN)
    return load.length >= KNOWN_HOURS.early && !isHalfMissing(load.map((mw) => !Number.isNaN(mw)))
  }
  const forecasts: ForecastResult = []
  for (let day = first; day <= Math.max(...wanted); day++) {
    const known = kept.get(day)
    if (known !== undefined && !wanted.has(day)) {
      forecaster.enter(fromRunHours(known, grid, day))
      continue
    }
    // Only wanted days need a band.
    const forecast = forecaster.forecast(day, wanted.has(day) ? ['residual'] : [])
    if (wanted.has(day)) {
      const hasMorning = hasRecentActuals(day)
      forecasts.push({
        day: dayText(grid.firstDay + day),
        hours: toRunHours(forecast, grid, tso),
        bandShift: forecast.targets.residual.band.shift,
        usedInputs: inputsOf(
          QUANTITIES.filter((quantity) => !forecast.withoutTso.includes(quantity)),
          hasMorning,
        ),
        missingInputs: inputsOf(forecast.missing, !hasMorning),
        uploads: [...new Set(forecast.uploads.map(({ label }) => label))],
        usesWeather: usesWeather(forecast),
        note: describeRun(forecast),
        defects: describeDefects(prepared, day),
      })
    }
    forecaster.enter(forecast)
  }
  latest.forecaster = forecaster
  return forecasts
}

function inputsOf(quantities: readonly Quantity[], withActuals: boolean): RunInput[] {
  const forecasts = quantities.map((quantity): RunInput => `${quantity} forecast`)
  return withActuals ? [...forecasts, 'recent actuals'] : forecasts
}

function fromRunHours({ hours, missingInputs }: KeptForecast, grid: DayGrid, day: number): EarlierForecast {
  const indexOf = new Map(hours.startsAtUtc.map((utc, index) => [(utc - grid.startsAtUtc) / HOUR_MS, index]))
  const slots = grid.slots.subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
  const indexes = Array.from(slots, (slot) => indexOf.get(slot) ?? -1)
  const table = (values: readonly (number | null)[]) => {
    const ofDay = new Float64Array(HOURS_PER_DAY)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) ofDay[hour] = values[indexes[hour] ?? -1] ?? NaN
    return ofDay
  }
  const targets = byQuantity((quantity) => ({
    tso: table(hours.tso[quantity]),
    model: table(hours.model[quantity]),
    final: table(hours.final[quantity]),
  }))
  return {
    day,
    targets: withResidual(targets),
    missing: QUANTITIES.filter((quantity) => missingInputs.includes(`${quantity} forecast`)),
  }
}
