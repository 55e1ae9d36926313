import {
  type AccuracyOverTimeAnswer,
  type LeadersAnswer,
  PERIOD_DAYS,
  type PeriodDays,
} from '#contract/accuracy.ts'
import { areaOfCountry, FORECAST_COUNTRIES, type ForecastCountry } from '#contract/countries.ts'
import type { DayRequest } from '#server/answers/day/forecast-request.ts'
import { marketDayOf, readKeptForecasts } from '#server/answers/day/read-day.ts'
import { asOf, ofKind } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import type { SeriesStore } from '#server/series/series.ts'
import { inTurn } from '#server/series/turns.ts'

import { LOOKED_AT_DAYS } from './accuracy-answer.ts'
import { type PastDay, pastDays } from './past-days.ts'
import { readResiduals } from './residual-series.ts'
import {
  type PeriodFaults,
  type ScoredDay,
  scoringOf,
  scorePeriod,
  scorePeriodByHour,
  WEEK_MS,
} from './scored-days.ts'

interface Parts {
  series: SeriesStore
  store: RunStore
}

/** How many days back a period looks for its scored days, since some have no actual values. For 28 days as in the accuracy answer. */
const LOOKED_AT: Readonly<Record<PeriodDays, number>> = { 7: LOOKED_AT_DAYS, 28: LOOKED_AT_DAYS, 90: 104 }

/** A country's scored days before a delivery day, separately for each kind of run. */
interface CountryPast {
  shownKind: RunKind | null
  /** The scored days of a kind that a period holds, the latest first. */
  daysOf: (kind: RunKind, days: PeriodDays) => readonly ScoredDay[]
  faultsOf: (days: PeriodDays) => PeriodFaults
}

/** `past` are the longest period's days, the latest first. */
async function readPast(
  { series, store }: Parts,
  country: ForecastCountry,
  { day, knownUtc }: DayRequest,
  past: readonly PastDay[],
): Promise<CountryPast> {
  const area = areaOfCountry(country)
  const firstUtc = (days: number) => (past[days - 1] ?? past.at(-1) ?? day).fromUtc - WEEK_MS
  const span = { fromUtc: firstUtc(past.length), toUtc: day.toUtc }
  const residuals = await readResiduals(series, area, span, knownUtc)
  const keptOf = await readKeptForecasts(store, [area], span)
  const keptBy = (kind: RunKind) => keptOf(area, asOf(knownUtc, ofKind(kind)))
  const kept = { early: keptBy('early'), complete: keptBy('complete') }
  const scoresOf = await inTurn(() => scoringOf(past, residuals))
  const scored = {
    early: await inTurn(() => scoresOf(kept.early)),
    complete: await inTurn(() => scoresOf(kept.complete)),
  }
  return {
    shownKind: (['complete', 'early'] as const).find((kind) => kept[kind].runs.has(marketDayOf(day))) ?? null,
    daysOf(kind, days) {
      const first = past[LOOKED_AT[days] - 1]?.date ?? ''
      return scored[kind].filter(({ date }) => date >= first).slice(0, days)
    },
    faultsOf: (days) => ({
      isTsoCopied: residuals.isTsoCopied(firstUtc(LOOKED_AT[days])),
      suspiciousDays: residuals.suspiciousDays,
    }),
  }
}

/** What a period holds, for both kinds of runs. */
function periodsOf<Scored>(
  { daysOf, faultsOf }: CountryPast,
  score: (days: readonly ScoredDay[], faults: PeriodFaults) => Scored,
) {
  return PERIOD_DAYS.map((days) => {
    const faults = faultsOf(days)
    return {
      days,
      early: score(daysOf('early', days), faults),
      complete: score(daysOf('complete', days), faults),
    }
  })
}

/** How good the forecast of a country was over each period before a delivery day. Rejects with a `DatabaseError`. */
export async function composeAccuracyOverTime(
  parts: Parts,
  country: ForecastCountry,
  wanted: DayRequest,
): Promise<AccuracyOverTimeAnswer> {
  const { day, zone } = wanted
  const past = await readPast(parts, country, wanted, pastDays(day, LOOKED_AT[90], zone))
  return { country, day: day.date, shownKind: past.shownKind, periods: periodsOf(past, scorePeriodByHour) }
}

/** The same for all countries, without the hours. Rejects with a `DatabaseError`. */
export async function composeLeaders(parts: Parts, wanted: DayRequest): Promise<LeadersAnswer> {
  const { day, zone } = wanted
  const days = pastDays(day, LOOKED_AT[90], zone)
  const countries: LeadersAnswer['countries'] = []
  // One after the other: the runs of all countries together would take tens of megabytes.
  for (const country of FORECAST_COUNTRIES) {
    const past = await readPast(parts, country, wanted, days)
    const periods = await inTurn(() => periodsOf(past, scorePeriod))
    countries.push({ country, shownKind: past.shownKind, periods })
  }
  return { day: day.date, countries }
}
