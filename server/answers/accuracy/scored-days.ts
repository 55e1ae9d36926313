import type { CountryScores, Scores } from '#contract/accuracy.ts'
import {
  forecastsOn,
  type Hourly,
  hourlyOf,
  type KeptForecasts,
  marketDayOf,
} from '#server/answers/day/read-day.ts'
import {
  hourEdgesOfDay,
  hoursOf,
  type LocalDay,
  type LocalHour,
} from '#server/series/calendar/local-calendar.ts'
import { DAY_MS, WEEK_DAYS } from '#server/series/series.ts'

import type { ResidualSeries } from './residual-series.ts'
import { comparedHours, scoreHours, type ScoredHour } from './run-scores.ts'

/** The same hour of the week before is the naive forecast. */
export const WEEK_MS = WEEK_DAYS * DAY_MS

/** A day that can be scored. */
export interface ScoredDay {
  date: string
  /** Its forecast was made afterwards. */
  isReplayed: boolean
  hours: readonly (ScoredHour &
    Pick<LocalHour, 'hourOfDay'> & { hasLastTso: boolean; isTsoCopied: boolean })[]
}

/**
 * Scores an area's days, given from the last to the first, by the forecasts of a kind of run. Leaves out days with suspicious actual
 * values, and days without a single hour to compare.
 */
export function scoringOf(
  days: readonly LocalDay[],
  residuals: ResidualSeries,
): (kept: KeptForecasts) => ScoredDay[] {
  const measured = days
    .filter((day) => !residuals.suspiciousDays.includes(marketDayOf(day)))
    .map((day) => measureDay(day, residuals))
  return (kept) => measured.flatMap((ofDay) => scoredDay(ofDay, kept))
}

/** What the forecasts of a day are compared with, hour by hour, MW. */
function measureDay(day: LocalDay, { actual, load, tso, tsoInTime, copiedDays }: ResidualSeries) {
  const edges = hourEdgesOfDay(day)
  const weekBefore = edges.map((utc) => utc - WEEK_MS)
  return {
    day,
    actual: hourlyOf(actual, edges),
    naive: hourlyOf(actual, weekBefore),
    load: hourlyOf(load, edges),
    tso: hourlyOf(tso, edges),
    tsoInTime: hourlyOf(tsoInTime, edges),
    isTsoCopied: copiedDays.includes(marketDayOf(day)),
  }
}

/** Of the hours that have an actual value, a forecast and a value of the week before; none without such an hour. */
function scoredDay(measured: ReturnType<typeof measureDay>, kept: KeptForecasts): ScoredDay[] {
  const { day, isTsoCopied } = measured
  const forecast = forecastsOn(day, kept)
  const hours = hoursOf(day).flatMap(({ hourOfDay }, hour) => {
    const at = (values: Hourly) => values[hour] ?? null
    const [actual, naive] = [at(measured.actual), at(measured.naive)]
    const [model, final] = [at(forecast.model), at(forecast.final)]
    if (actual === null || naive === null || model === null || final === null) return []
    const rest = {
      tso: at(measured.tsoInTime),
      hasLastTso: at(measured.tso) !== null,
      isTsoCopied,
      load: at(measured.load),
      p10: at(forecast.p10),
      p90: at(forecast.p90),
    }
    return [{ hourOfDay, actual, naive, model, final, ...rest }]
  })
  const isReplayed = kept.runs.get(marketDayOf(day))?.isReplayed === true
  return hours.length === 0 ? [] : [{ date: day.date, isReplayed, hours }]
}

/** What is wrong with the values that a period is scored by. */
export interface PeriodFaults {
  /** A copy of the actual values is not a forecast to compare with. */
  isTsoCopied: boolean
  /** Days that are left out. */
  suspiciousDays: readonly string[]
}

/** How good the forecasts were on scored days. */
export function scorePeriod(days: readonly ScoredDay[], faults: PeriodFaults): Scores {
  const { compared, scores } = comparePeriod(days, faults)
  return { ...scores, ...scoreHours(compared) }
}

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)

/** The same, and by hour of the local day. */
export function scorePeriodByHour(days: readonly ScoredDay[], faults: PeriodFaults): CountryScores {
  const { compared, scores } = comparePeriod(days, faults)
  const byHour = HOURS_OF_DAY.map((hour) => ({
    hour,
    ...scoreHours(compared.filter(({ hourOfDay }) => hourOfDay === hour)),
  }))
  return { ...scores, ...scoreHours(compared), byHour }
}

function comparePeriod(days: readonly ScoredDay[], { isTsoCopied, suspiciousDays }: PeriodFaults) {
  const all = days.flatMap(({ hours }) => hours)
  const compared = comparedHours(isTsoCopied ? all.map((hour) => ({ ...hour, tso: null })) : all)
  const isPublished = compared.some(({ tso }) => tso !== null)
  const unscored = compared.find(({ hasLastTso }) => hasLastTso)
  const fromDay = days.at(-1)?.date ?? null
  return {
    compared,
    scores: {
      fromDay,
      toDay: days[0]?.date ?? null,
      days: days.length,
      suspiciousDays: suspiciousDays.filter((day) => fromDay !== null && day >= fromDay).length,
      replayedDays: days.filter(({ isReplayed }) => isReplayed).length,
      tsoForecast: isTsoCopied
        ? ('copied' as const)
        : isPublished
          ? ('published' as const)
          : unscored === undefined
            ? ('missing' as const)
            : unscored.isTsoCopied
              ? ('copied' as const)
              : ('last-published' as const),
    },
  }
}
