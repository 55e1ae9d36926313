import { PERIOD_DAYS } from '#contract/accuracy.ts'
import type { AccuracyOverTimeAnswer, LeadersAnswer, PeriodDays } from '#contract/accuracy.ts'
import { areaOfCountry, FORECAST_COUNTRIES } from '#contract/countries.ts'
import { keptForecasts, pastDays } from '#server/answers/day/read-day.ts'
import type { CountryRequest, DayParts, DayRequest, KeptForecasts } from '#server/answers/day/read-day.ts'
import type { LocalDay } from '#server/calendar/local-calendar.ts'
import type { Clock } from '#server/clock.ts'
import { cutoffsBy, daysReaching } from '#server/forecast/runs/kept/lay-runs.ts'
import { ofKind, type RunRule } from '#server/forecast/runs/kept/run-rules.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { inTurn } from '#server/series/turns.ts'

import { readResiduals } from './residual-series.ts'
import { scoringOf, scorePeriod, scorePeriodByHour } from './scored-days.ts'
import type { ScoredDay, ScoredPeriod } from './scored-days.ts'

/** Days searched for scored days; some have no actual values. */
export const SEARCHED_DAYS: Readonly<Record<PeriodDays, number>> = { 7: 42, 28: 42, 90: 104 }

export type AccuracyParts = DayParts & { clock: Clock }

/** `past`: days to search, latest first. */
export async function readPast(
  { series, store, uploads, clock }: AccuracyParts,
  { country, day, known, uploads: compared = [] }: CountryRequest,
  past: readonly LocalDay[],
) {
  const area = areaOfCountry(country)
  const firstUtc = (days: number) => (past[days - 1] ?? past.at(-1) ?? day).fromUtc
  const span = { fromUtc: firstUtc(past.length), toUtc: day.toUtc }
  const residuals = await readResiduals(series, area, span, known.endedByUtc)
  const { suspiciousDays } = residuals
  const runs = await store.runs([area], daysReaching(span))
  const keptBy = (rule?: RunRule) => keptForecasts(runs, span, known, { ...(rule && { rule }) })
  const kept = { early: keptBy(ofKind('early')), complete: keptBy(ofKind('complete')) }
  // As in the errors by day, the running day does not count.
  const nowUtc = Math.min(clock(), known.endedByUtc)
  const over = past.filter(({ toUtc }) => toUtc <= nowUtc)
  const scoresOf = await inTurn(() => scoringOf(over, residuals))
  const ids = compared.map(({ id }) => id)
  const scoreKind = async (of: KeptForecasts) => {
    const wanted = { uploads: ids, area, quantities: ['residual'] as const }
    const valuesOf = await uploads.read(wanted, span, known, cutoffsBy(of.runOn))
    const uploaded = ids.map((id) => ({
      issued: valuesOf(id, 'residual'),
      arrived: valuesOf(id, 'residual', true),
    }))
    return inTurn(() => scoresOf(of, uploaded))
  }
  const scored = { early: await scoreKind(kept.early), complete: await scoreKind(kept.complete) }
  return {
    residuals,
    keptBy,
    shownKind: (['complete', 'early'] as const).find((kind) => kept[kind].runOn(day) !== undefined) ?? null,
    /** On the scored days of a period. */
    score: <Scored>(days: PeriodDays, of: (days: readonly ScoredDay[], period: ScoredPeriod) => Scored) => {
      const first = past[SEARCHED_DAYS[days] - 1]?.date ?? ''
      const isTsoCopied = residuals.isTsoCopied(firstUtc(SEARCHED_DAYS[days]))
      const period = { isTsoCopied, suspiciousDays, labels: compared.map(({ label }) => label) }
      const ofKind = (kind: RunKind) =>
        of(scored[kind].filter(({ date }) => date >= first).slice(0, days), period)
      return { early: ofKind('early'), complete: ofKind('complete') }
    },
  }
}

export async function composeAccuracyOverTime(
  parts: AccuracyParts,
  wanted: CountryRequest,
): Promise<AccuracyOverTimeAnswer> {
  const { country, day, zone } = wanted
  const { shownKind, score } = await readPast(parts, wanted, pastDays(day, SEARCHED_DAYS[90], zone))
  const periods = PERIOD_DAYS.map((days) => ({ days, ...score(days, scorePeriodByHour) }))
  return { country, day: day.date, shownKind, periods }
}

export async function composeLeaders(parts: AccuracyParts, wanted: DayRequest): Promise<LeadersAnswer> {
  const { day, zone } = wanted
  const past = pastDays(day, SEARCHED_DAYS[90], zone)
  const countries: LeadersAnswer['countries'] = []
  // One at a time: the runs of all countries would take tens of megabytes.
  for (const country of FORECAST_COUNTRIES) {
    const { shownKind, score } = await readPast(parts, { ...wanted, country }, past)
    const periods = await inTurn(() => PERIOD_DAYS.map((days) => ({ days, ...score(days, scorePeriod) })))
    countries.push({ country, shownKind, periods })
  }
  return { day: day.date, countries }
}
