import type { AccuracyAnswer, ForecastRun } from '#contract/accuracy.ts'
import { areaOfCountry, type ForecastCountry } from '#contract/countries.ts'
import type { DayRequest } from '#server/answers/day/forecast-request.ts'
import {
  type DayParts,
  forecastIn,
  type KeptForecasts,
  marketDayOf,
  readDay,
  readKeptForecasts,
  ruleOf,
  powerIn,
} from '#server/answers/day/read-day.ts'
import { toStamp } from '#server/clock.ts'
import { asOf, ofKind } from '#server/forecast/runs/kept/lay-runs.ts'
import type { StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { timeOfReplay } from '#server/forecast/runs/market-day.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { pastDays } from './past-days.ts'
import { readResiduals, type ResidualSeries } from './residual-series.ts'
import { scoringOf, scorePeriod, WEEK_MS } from './scored-days.ts'

const SCORED_DAYS = 28
/** How many days back we look for them, because some days have no actual values. */
export const LOOKED_AT_DAYS = 42

/** A run in the form that the pages read. */
export function describeHead(run: StoredRun): ForecastRun {
  return {
    issuedAt: toStamp(run.issuedAtUtc),
    informationTime: toStamp(run.informationUtc),
    asOf: toStamp(run.isReplayed ? timeOfReplay(run.day, run.kind) : run.issuedAtUtc),
    kind: run.kind,
    isLate: run.isLate,
    isReplayed: run.isReplayed,
    usedInputs: [...run.usedInputs],
    missingInputs: [...run.missingInputs],
    weather: describeWeather(run.weather),
    note: run.note,
  }
}

/** The weather that had a say in a run; null for none. */
function describeWeather(weather: StoredRun['weather']): ForecastRun['weather'] {
  if (weather === null || !weather.isUsed) return null
  const { model, runUtc, knownAtUtc } = weather
  return { model, run: runUtc === null ? null : toStamp(runUtc), knownAt: toStamp(knownAtUtc) }
}

/** How good the forecast of a country was before a delivery day, and what it says about that day. Rejects with a `DatabaseError`. */
export async function composeAccuracyAnswer(
  parts: DayParts & { series: SeriesStore },
  country: ForecastCountry,
  wanted: DayRequest,
): Promise<AccuracyAnswer> {
  const { day, zone, kind, knownUtc } = wanted
  const area = areaOfCountry(country)
  const days = pastDays(day, LOOKED_AT_DAYS, zone)
  const span = { fromUtc: (days.at(-1) ?? day).fromUtc - WEEK_MS, toUtc: day.toUtc }
  const residuals = await readResiduals(parts.series, area, span, knownUtc)
  const keptOf = await readKeptForecasts(parts.store, [area], span)
  const kept = keptOf(area, ruleOf(wanted))
  // As of an earlier time the TSO's forecast is the one known then.
  const knownDay =
    knownUtc === null ? null : await readDay(parts, [area], ['residual'], day, ruleOf(wanted), knownUtc)
  const knownTso = knownDay?.(area).tso('residual')
  const run = kept.runs.get(marketDayOf(day)) ?? null
  const faults = { isTsoCopied: residuals.isTsoCopied(), suspiciousDays: residuals.suspiciousDays }
  const score = scoringOf(days, residuals)
  const scoresOf = (kind: RunKind) =>
    scorePeriod(score(keptOf(area, asOf(knownUtc, ofKind(kind)))).slice(0, SCORED_DAYS), faults)
  const scoresByKind = { early: scoresOf('early'), complete: scoresOf('complete') }
  const wholeDay =
    days.find(
      ({ marketDay, hours }) =>
        !residuals.suspiciousDays.includes(marketDay) &&
        hours.every((hour) => powerIn(residuals.actual, hour) !== null),
    ) ??
    days[0] ??
    day
  return {
    country,
    day: day.date,
    run: run && describeHead(run),
    scores: scoresByKind[run?.kind ?? (kind === 'early' ? 'early' : 'complete')],
    scoresByKind,
    hours: composeHours(day, residuals, kept).map((hour, index) =>
      knownTso === undefined ? hour : { ...hour, tso: knownTso[index] ?? null },
    ),
    yesterday: {
      day: wholeDay.date,
      // Its error is compared with the TSO's.
      hours: composeHours(wholeDay, { ...residuals, tso: residuals.tsoInTime }, kept).map((hour) => {
        const { model: _, ...rest } = hour
        return rest
      }),
    },
    defects: [...(run?.defects ?? [])],
  }
}

function composeHours(
  day: LocalDay,
  { actual, tso }: ResidualSeries,
  kept: KeptForecasts,
): AccuracyAnswer['hours'] {
  return hoursOf(day).map((hour) => ({
    startsAt: toStamp(hour.fromUtc),
    tso: powerIn(tso, hour),
    model: forecastIn(kept, 'model', day, hour),
    final: forecastIn(kept, 'final', day, hour),
    p10: forecastIn(kept, 'p10', day, hour),
    p90: forecastIn(kept, 'p90', day, hour),
    actual: powerIn(actual, hour),
  }))
}
