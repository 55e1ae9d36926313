import type { CountryScores, Scores } from '#contract/accuracy.ts'
import { type KeptForecasts, powerIn } from '#server/answers/day/read-day.ts'
import type { LocalHour } from '#server/series/calendar/local-calendar.ts'
import { DAY_MS, WEEK_DAYS } from '#server/series/series.ts'

import type { PastDay } from './past-days.ts'
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

/** Of days from the last to the first, those with at least one hour that can be scored and without suspicious actual values. */
export function scoredDays(
  days: readonly PastDay[],
  residuals: ResidualSeries,
  kept: KeptForecasts,
): ScoredDay[] {
  return (
    days
      // A day without a run of its own is not scored by the two hours that the run of the day before reaches into it.
      .filter(({ marketDay }) => kept.runs.has(marketDay) && !residuals.suspiciousDays.includes(marketDay))
      .map((day) => ({
        date: day.date,
        isReplayed: kept.runs.get(day.marketDay)?.isReplayed ?? false,
        hours: day.hours.flatMap((hour) => scoredHour(day, hour, residuals, kept)),
      }))
      .filter(({ hours }) => hours.length > 0)
  )
}

/** An hour that has an actual value, a forecast and a value of the week before to compare; none otherwise. */
function scoredHour(
  day: PastDay,
  hour: LocalHour,
  { actual, load, tso, tsoInTime, copiedDays }: ResidualSeries,
  kept: KeptForecasts,
) {
  const weekBefore = { fromUtc: hour.fromUtc - WEEK_MS, toUtc: hour.toUtc - WEEK_MS }
  const values = {
    actual: powerIn(actual, hour),
    naive: powerIn(actual, weekBefore),
    model: powerIn(kept.model, hour),
    final: powerIn(kept.final, hour),
  }
  if (values.actual === null || values.naive === null || values.model === null || values.final === null)
    return []
  const { actual: actualMw, naive, model, final } = values
  const rest = {
    tso: powerIn(tsoInTime, hour),
    hasLastTso: powerIn(tso, hour) !== null,
    isTsoCopied: copiedDays.includes(day.marketDay),
    load: powerIn(load, hour),
    p10: powerIn(kept.p10, hour),
    p90: powerIn(kept.p90, hour),
  }
  return [{ hourOfDay: hour.hourOfDay, actual: actualMw, naive, model, final, ...rest }]
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
