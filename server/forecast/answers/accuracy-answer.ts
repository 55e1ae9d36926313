import type { AccuracyAnswer, ForecastRun } from '#contract/accuracy.ts'
import { areaOfCountry, type ForecastCountry } from '#contract/countries.ts'
import { readKeptForecasts, type KeptForecasts } from '#server/forecast/runs/kept-forecasts.ts'
import { marketDayAt } from '#server/forecast/runs/market-day.ts'
import { readResiduals, type ResidualSeries } from '#server/forecast/runs/residual-series.ts'
import type { RunKind, RunStore, StoredRun } from '#server/forecast/runs/run-store.ts'
import type { LocalDay } from '#server/series/local-calendar.ts'
import { DAY_MS, type SeriesStore, WEEK_DAYS } from '#server/series/series.ts'

import { daysBefore, hoursOfLocalDay } from './local-hours.ts'
import { powerIn } from './power-in.ts'
import { scoreHours, type ScoredHour } from './run-scores.ts'

const SCORED_DAYS = 28
/** How many days back we look for them, because some days have no actual values. */
const LOOKED_AT_DAYS = 42
const WEEK_MS = WEEK_DAYS * DAY_MS

export const toStamp = (utc: number): string => new Date(utc).toISOString().replace('.000Z', 'Z')

/** The notes of runs from earlier versions hold an error figure over another window. */
const OLD_ERROR_NOTE = /, 28-day error.*$/

/** A run in the form that the pages read. */
export function describeHead(run: StoredRun): ForecastRun {
  return {
    issuedAt: toStamp(run.issuedAtUtc),
    informationTime: toStamp(run.informationUtc),
    kind: run.kind,
    isLate: run.isLate,
    isReplayed: run.isReplayed,
    missingInputs: [...run.missingInputs],
    note: run.note.replace(OLD_ERROR_NOTE, ''),
  }
}

/** The market's delivery day that covers most of a local day: the one that holds its noon. */
export function marketDayOf(day: LocalDay): string {
  return marketDayAt((day.fromUtc + day.toUtc) / 2).date
}

/** How good the forecast of a country was before a delivery day, and what it says about that day. Rejects with a `DatabaseError`. */
export async function composeAccuracyAnswer(
  parts: { series: SeriesStore; store: RunStore },
  country: ForecastCountry,
  day: LocalDay,
  zone: string,
): Promise<AccuracyAnswer> {
  const area = areaOfCountry(country)
  const days = Array.from({ length: LOOKED_AT_DAYS }, (_, back) => daysBefore(day.date, back + 1, zone))
  const span = { fromUtc: (days.at(-1) ?? day).fromUtc - WEEK_MS, toUtc: day.toUtc }
  const residuals = await readResiduals(parts.series, area, span)
  const keptOf = await readKeptForecasts(parts.store, [area], span)
  const kept = keptOf(area)
  const run = kept.runs.get(marketDayOf(day)) ?? null
  // A copy of the actual values is not a forecast to compare with.
  const isTsoCopied = residuals.isTsoCopied()
  const scoredHoursOf = (ofKind: KeptForecasts) => (past: LocalDay) =>
    scoredHours(past, residuals, isTsoCopied, ofKind)
  const scoresOf = (kind: RunKind) => scoreDays(days, scoredHoursOf(keptOf(area, kind)))
  const scoresByKind = { early: scoresOf('early'), complete: scoresOf('complete') }
  const wholeDay =
    days.find((past) => hoursOfLocalDay(past).every((hour) => powerIn(residuals.actual, hour) !== null)) ??
    days[0] ??
    day
  return {
    country,
    day: day.date,
    run: run && describeHead(run),
    scores: scoresByKind[run?.kind ?? 'complete'],
    scoresByKind,
    hours: composeHours(day, residuals, kept),
    yesterday: {
      day: wholeDay.date,
      hours: composeHours(wholeDay, residuals, kept).map(({ startsAt, tso, final, actual, p10, p90 }) => ({
        startsAt,
        tso,
        final,
        actual,
        p10,
        p90,
      })),
    },
    defects: [...(run?.defects ?? [])],
  }
}

function composeHours(
  day: LocalDay,
  { actual, tso }: ResidualSeries,
  { model, final, p10, p90 }: KeptForecasts,
): AccuracyAnswer['hours'] {
  return hoursOfLocalDay(day).map((hour) => ({
    startsAt: toStamp(hour.fromUtc),
    tso: powerIn(tso, hour),
    model: powerIn(model, hour),
    final: powerIn(final, hour),
    p10: powerIn(p10, hour),
    p90: powerIn(p90, hour),
    actual: powerIn(actual, hour),
  }))
}

/** How good the forecasts were on the latest days that can be scored. `days` go from the last to the first. */
function scoreDays(
  days: readonly LocalDay[],
  hoursOf: (day: LocalDay) => readonly ScoredHour[],
): AccuracyAnswer['scores'] {
  const scored = days
    .map((day) => ({ date: day.date, hours: hoursOf(day) }))
    .filter(({ hours }) => hours.length > 0)
    .slice(0, SCORED_DAYS)
  return {
    fromDay: scored.at(-1)?.date ?? null,
    toDay: scored[0]?.date ?? null,
    ...scoreHours(scored.flatMap(({ hours }) => hours)),
  }
}

/** The hours of a day that have an actual value, a forecast and a value of the week before to compare. */
function scoredHours(
  day: LocalDay,
  residuals: ResidualSeries,
  isTsoCopied: boolean,
  kept: KeptForecasts,
): ScoredHour[] {
  return hoursOfLocalDay(day).flatMap((hour) => {
    const weekBefore = { fromUtc: hour.fromUtc - WEEK_MS, toUtc: hour.toUtc - WEEK_MS }
    const actual = powerIn(residuals.actual, hour)
    const naive = powerIn(residuals.actual, weekBefore)
    const model = powerIn(kept.model, hour)
    const final = powerIn(kept.final, hour)
    if (actual === null || naive === null || model === null || final === null) return []
    const tso = isTsoCopied ? null : powerIn(residuals.tso, hour)
    return [{ actual, naive, model, final, tso, p10: powerIn(kept.p10, hour), p90: powerIn(kept.p90, hour) }]
  })
}
