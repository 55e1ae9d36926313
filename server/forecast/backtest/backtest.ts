import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, WEEK_DAYS } from '#contract/time.ts'
import { timeOfDay } from '#contract/zone-time.ts'
import { type BandOffsets, plainOffsets } from '#server/forecast/model/adaptive-conformal.ts'
import { TARGETS, usesWeather } from '#server/forecast/model/day-forecast.ts'
import type { ByTarget, DayForecast, Target } from '#server/forecast/model/day-forecast.ts'
import { createForecaster, FIRST_FORECAST_DAY } from '#server/forecast/model/forecaster.ts'
import { placeOf } from '#server/forecast/model/history/area-places.ts'
import {
  createDayGrid,
  type DayGrid,
  dayNumber,
  dayText,
  HOURS_PER_DAY,
  layOverDays,
} from '#server/forecast/model/history/day-grid.ts'
import type { HourlyHistory, QuantityHistory } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { WARM_UP_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import { daysByWeather } from '#server/forecast/runs/job/run-weather.ts'
import { hoursOfDay, valueAt } from '#server/forecast/runs/run-hours.ts'
import { type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { describeDay } from '#server/quality/day-features.ts'
import { createDayJudge, isCopyOfMost } from '#server/quality/day-judge.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, QUANTITIES } from '#server/series/series.ts'
import { cutWeather } from '#server/series/store/area-weather.ts'

import { type BacktestHour, type QuantityReport, reportOf } from './backtest-figures.ts'

/** First and last day are inclusive, in the area's zone. */
export interface Replay {
  area: MemberCode
  from: string
  to: string
  run: RunKind
  knownUntil: number
}

export interface BacktestReport extends Replay {
  weather: boolean
  weatherDays: number
  quantities: Partial<Record<Target, QuantityReport>>
}

const WEEK_HOURS = WEEK_DAYS * HOURS_PER_DAY

/** Learns from `history`, as known on the day before; scores against `measured`, which has only complete hours. */
export function runBacktest(history: HourlyHistory, measured: HourlyHistory, replay: Replay): BacktestReport {
  const grid = createDayGrid(placeOf(replay.area).zone, history.startsAtUtc, history.hours)
  const firstScored = dayNumber(replay.from) - grid.firstDay
  const scored = replayDays(history, grid, replay).filter(({ day }) => day >= firstScored)
  const values = hourlyValues(measured)
  const scoredFrom = grid.slots[Math.max(0, firstScored) * HOURS_PER_DAY] ?? 0
  const isCopied = (target: Target): boolean => {
    if (target === 'residual') return QUANTITIES.some(isCopied)
    const { actual, tso } = values[target]
    const cellOf = (day: number) => scoredFrom + day * HOURS_PER_DAY
    const judge = createDayJudge(target, (day) => describeDay(actual, tso, cellOf(day), cellOf(day + 1)))
    return isCopyOfMost(judge, Math.floor((actual.length - scoredFrom) / HOURS_PER_DAY))
  }
  const reports = TARGETS.flatMap((target) => {
    const hours = hoursToCompare(scored, target, values, grid)
    const report = reportOf(hours, values[target].tso, isCopied(target), replay.run)
    return report === null ? [] : [[target, report] as const]
  })
  const weatherDays = scored.filter(usesWeather).length
  return { ...replay, weather: weatherDays > 0, weatherDays, quantities: Object.fromEntries(reports) }
}

function replayDays(
  history: HourlyHistory,
  grid: DayGrid,
  { area, from, to, run, knownUntil }: Replay,
): DayForecast[] {
  const informationTime = { knownHours: knownUntil, unpublished: UNPUBLISHED[run] }
  const rowOf = (day: string) => dayNumber(day) - grid.firstDay
  const firstScored = rowOf(from)
  const walkedFrom = Math.max(FIRST_FORECAST_DAY, firstScored - WARM_UP_DAYS.bands)
  const walkedDays = Math.max(0, Math.min(rowOf(to), grid.days - 1) + 1 - walkedFrom)
  const walked = Array.from({ length: walkedDays }, (_, day) => dayText(grid.firstDay + walkedFrom + day))
  const toUtc = history.startsAtUtc + history.hours * HOUR_MS
  const made: DayForecast[] = []
  // As in live runs, so that a run's weather does not depend on the start of the backtest.
  for (const [since, days] of daysByWeather(walked, history.weather === null ? to : '')) {
    const weather = history.weather && cutWeather(history.weather, { fromUtc: timeOfDay(since), toUtc })
    const prepared = prepareHistory({ ...history, weather }, placeOf(area), informationTime)
    const forecaster = createForecaster(prepared)
    for (const forecast of made) forecaster.enter(forecast)
    for (const day of days.map(rowOf)) {
      const forecast = forecaster.forecast(day, day >= firstScored ? TARGETS : [])
      forecaster.enter(forecast)
      made.push(forecast)
    }
  }
  return made
}

function hoursToCompare(
  scored: readonly DayForecast[],
  target: Target,
  values: ByTarget<QuantityHistory>,
  grid: DayGrid,
): BacktestHour[] {
  const { actual, tso } = values[target]
  const tsoErrors = layOverDays(
    grid,
    actual.map((value, slot) => value - (tso[slot] ?? NaN)),
  )
  return scored.flatMap(({ day, targets }) => {
    const ofDay = targets[target]
    const climatology = plainOffsets(tsoErrors, day)
    const month = dayText(grid.firstDay + day).slice(0, 'yyyy-MM'.length)
    return hoursOfDay(grid, day).map((hourOfRun): BacktestHour => {
      const { slot, hour } = hourOfRun
      const tsoMw = tso[slot] ?? NaN
      const finalMw = valueAt(hourOfRun, ofDay.final, ofDay.tso, tso)
      return {
        actual: actual[slot] ?? NaN,
        tso: tsoMw,
        model: valueAt(hourOfRun, ofDay.model, ofDay.tso, tso),
        final: finalMw,
        naive: actual[slot - WEEK_HOURS] ?? NaN,
        ...bandAround(finalMw, hour, ofDay.band),
        climatology: bandAround(tsoMw, hour, climatology),
        windMw: values.wind.tso[slot] ?? NaN,
        hour,
        month,
      }
    })
  })
}

function bandAround(mw: number, hour: number, { low, high }: Pick<BandOffsets, 'low' | 'high'>) {
  return { p10: mw + (low[hour] ?? NaN), p90: mw + (high[hour] ?? NaN) }
}

/** Values by slot, as stored: the reference for scores. */
function hourlyValues({ quantities }: HourlyHistory): ByTarget<QuantityHistory> {
  const residual = (kind: 'actual' | 'tso') =>
    residualLoad(byQuantity((quantity) => quantities[quantity][kind]))
  return { residual: { actual: residual('actual'), tso: residual('tso') }, ...quantities }
}
