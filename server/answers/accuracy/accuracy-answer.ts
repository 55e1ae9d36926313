import type { AccuracyAnswer, ForecastRun } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import type { ErrorFigures } from '#contract/briefing.ts'
import { areaOfCountry } from '#contract/countries.ts'
import { toStamp } from '#contract/time.ts'
import { knownWords } from '#contract/words/data-days.ts'
import {
  type CountryRequest,
  type DayRequest,
  forecastsOn,
  hourlyOf,
  type KeptForecasts,
  keptForecasts,
  pastDays,
  readHourly,
  readStored,
} from '#server/answers/day/read-day.ts'
import { hourEdgesOfDay, hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import { daysReaching } from '#server/forecast/runs/kept/lay-runs.ts'
import { cutoffOf, knownHoursOf, unknownHoursOf } from '#server/forecast/runs/kept/run-rules.ts'
import type { StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { toPower } from '#server/series/power.ts'
import type { Block } from '#server/series/series.ts'

import { type AccuracyParts, SEARCHED_DAYS, readPast } from './accuracy-over-time.ts'
import { composeDayErrors } from './day-errors.ts'
import { readResiduals, type ResidualSeries } from './residual-series.ts'
import { scoreHours, scorePeriod } from './scored-days.ts'

export function describeHead(run: StoredRun): ForecastRun {
  const { weather } = run
  const hours = unknownHoursOf(run)
  return {
    issuedAt: toStamp(run.issuedAtUtc),
    informationTime: toStamp(run.informationUtc),
    as_of: toStamp(cutoffOf(run)),
    kind: run.kind,
    isLate: run.isLate,
    isReplayed: run.isReplayed,
    usedInputs: [...run.usedInputs],
    missingInputs: [...run.missingInputs],
    uploads: [...run.uploads],
    // Only if the run used it.
    weather: weather?.isUsed
      ? {
          model: weather.model,
          run: weather.runUtc === null ? null : toStamp(weather.runUtc),
          knownAt: toStamp(weather.knownAtUtc),
        }
      : null,
    note: hours === 0 ? run.note : `${run.note}; ${knownWords({ knownHours: knownHoursOf(run), hours })}`,
  }
}

export async function composeAccuracyAnswer(
  parts: AccuracyParts,
  wanted: CountryRequest,
): Promise<AccuracyAnswer> {
  const { country, day, zone, known } = wanted
  const area = areaOfCountry(country)
  const days = pastDays(day, SEARCHED_DAYS[28], zone)
  const { residuals, keptBy, score } = await readPast(parts, wanted, days)
  const { actual, tso } = residuals
  const kept = keptBy()
  const run = kept.runOn(day) ?? null
  const hours = composeHours(day, kept, { actual, tso })
  // As of an earlier time, the forecast known then.
  const readTso = () => readHourly(parts.readMeans, [area], ['residual'], 'tso', day, known)
  const uploaded: AccuracyAnswer['uploaded'] = []
  for (const upload of wanted.uploads ?? []) {
    const edges = hourEdgesOfDay(day)
    const read = await readStored(parts.readMeans, [area], ['residual'], upload, edges, known)
    const { powerMw, hasValue } = read(area, 'residual')
    if (hasValue) uploaded.push({ label: upload.label, powerMw: Array.from(powerMw, toPower) })
  }
  const knownTso = known.momentOf === null ? null : (await readTso())(area, 'residual')
  return {
    country,
    day: day.date,
    run: run && describeHead(run),
    scores: score(28, scorePeriod)[run?.kind ?? (known.run === 'early' ? 'early' : 'complete')],
    hours: hours.map((hour, index) => (knownTso === null ? hour : { ...hour, tso: knownTso[index] ?? null })),
    uploaded,
    yesterday: scoreDay(lastMeasured(days, residuals) ?? days[0] ?? day, kept, residuals),
    defects: [...(run?.defects ?? [])],
  }
}

/** The last day with complete, not suspicious actual values. */
const lastMeasured = (days: readonly LocalDay[], { actual, suspiciousDays }: ResidualSeries) =>
  days.find(
    (day) =>
      !suspiciousDays.includes(marketDayOf(day)) &&
      hourlyOf(actual, hourEdgesOfDay(day)).every((mw) => mw !== null),
  )

function scoreDay(
  day: LocalDay,
  kept: KeptForecasts,
  { actual, tsoInTime }: ResidualSeries,
): AccuracyAnswer['yesterday'] {
  const hours = composeHours(day, kept, { actual, tso: tsoInTime })
  const { finalMaeMw, tsoMaeMw } = scoreHours(
    hours.filter(({ actual: mw, final }) => mw !== null && final !== null),
  )
  const shown = hours.map((hour) => {
    const { model: _, ...rest } = hour
    return rest
  })
  return { day: day.date, hours: shown, finalMaeMw, tsoMaeMw }
}

const MEASURED_WITHIN_DAYS = 7

/** Error of the last measured day before delivery; null if none within a week. */
export async function composeLastError(
  parts: AccuracyParts,
  { area, day, zone, known }: DayRequest & { area: MemberCode },
): Promise<ErrorFigures | null> {
  const days = pastDays(day, MEASURED_WITHIN_DAYS, zone)
  const span = { fromUtc: (days.at(-1) ?? day).fromUtc, toUtc: day.fromUtc }
  const residuals = await readResiduals(parts.series, area, span, known.endedByUtc)
  const measured = lastMeasured(days, residuals)
  if (measured === undefined) return null
  const runs = await parts.store.runs([area], daysReaching(measured))
  const score = scoreDay(measured, keptForecasts(runs, measured, known), residuals)
  const of = { area, span: measured, zone, known, todayUtc: measured.toUtc }
  const [row] = await composeDayErrors(parts, of)
  const worst = row?.worst_part ?? null
  if (score.finalMaeMw === null || row === undefined || worst === null) return null
  return {
    day: score.day,
    mae_mw: score.finalMaeMw,
    tso_mae_mw: score.tsoMaeMw,
    worst_part: worst,
    worst_part_mae_mw: row[`${worst}_mae_mw`],
  }
}

function composeHours(
  day: LocalDay,
  kept: KeptForecasts,
  residuals: Record<'actual' | 'tso', Block>,
): AccuracyAnswer['hours'] {
  const [tso, actual] = [residuals.tso, residuals.actual].map((of) => hourlyOf(of, hourEdgesOfDay(day)))
  const { model, final, p10, p90 } = forecastsOn(day, kept)
  return hoursOf(day).map(({ fromUtc }, hour) => ({
    startsAt: toStamp(fromUtc),
    tso: tso?.[hour] ?? null,
    model: model[hour] ?? null,
    final: final[hour] ?? null,
    p10: p10[hour] ?? null,
    p90: p90[hour] ?? null,
    actual: actual?.[hour] ?? null,
  }))
}
