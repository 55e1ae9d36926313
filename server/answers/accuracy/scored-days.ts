import type { CountryScores, Scores, UploadScores } from '#contract/accuracy.ts'
import { forecastsOn, type Hourly, hourlyOf, type KeptForecasts } from '#server/answers/day/read-day.ts'
import { hourEdgesOfDay, hoursOf } from '#server/calendar/local-calendar.ts'
import type { LocalDay, LocalHour } from '#server/calendar/local-calendar.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { toPower } from '#server/series/power.ts'
import type { Block } from '#server/series/series.ts'

import type { ResidualSeries } from './residual-series.ts'

/** Residual loads in MW. */
export interface ScoredHour extends Record<
  'actual' | 'tso' | 'model' | 'final' | 'p10' | 'p90',
  number | null
> {
  load?: number | null
  /** `arrived`: only values uploaded before our run. */
  uploaded?: Hourly
  arrived?: Hourly
}

type RunScores = Omit<CountryScores['byHour'][number], 'hour'> & Pick<Scores, 'meanLoadMw'>

/** Hours that the TSO forecast too, or all hours if it forecast none. */
function comparedHours<Hour extends ScoredHour>(all: readonly Hour[]): readonly Hour[] {
  const withTso = all.filter(({ tso }) => tso !== null)
  return withTso.length > 0 ? withTso : all
}

/** The same hours for all forecasts; the coverage counts hours with a band. */
export function scoreHours(all: readonly ScoredHour[]): RunScores {
  const hours = comparedHours(all)
  const meanMw = (of: (hour: ScoredHour) => number | null) => toPower(meanOf(hours, of) ?? Number.NaN)
  const mae = (of: 'tso' | 'model' | 'final') => maeOf(hours, ({ [of]: value }) => value)
  return {
    hours: hours.length,
    tsoMaeMw: mae('tso'),
    modelMaeMw: mae('model'),
    finalMaeMw: mae('final'),
    meanLoadMw: meanMw(({ load = null }) => load),
    bandCoverage: meanOf(hours, ({ actual, p10, p90 }) =>
      actual === null || p10 === null || p90 === null ? null : Number(actual >= p10 && actual <= p90),
    ),
  }
}

/** Scores all three forecasts on the compared hours that the upload has. */
function scoreUpload(
  compared: readonly ScoredHour[],
  days: readonly ScoredDay[],
  label: string,
  index: number,
): UploadScores[] {
  const valueOf = ({ uploaded = [] }: ScoredHour) => uploaded[index] ?? null
  const hours = compared.filter((hour) => valueOf(hour) !== null)
  if (hours.length === 0) return []
  const { finalMaeMw, tsoMaeMw } = scoreHours(hours)
  const hoursByDay = days
    .map((day) => day.hours.filter((hour) => valueOf(hour) !== null))
    .filter(({ length }) => length > 0)
  const hadArrived = (hour: ScoredHour) => hour.arrived?.[index] === valueOf(hour)
  return [
    {
      label,
      hours: hours.length,
      days: hoursByDay.length,
      receivedDays: hoursByDay.filter((ofDay) => ofDay.every(hadArrived)).length,
      maeMw: maeOf(hours, valueOf),
      finalMaeMw,
      tsoMaeMw,
    },
  ]
}

function maeOf(hours: readonly ScoredHour[], of: (hour: ScoredHour) => number | null): number | null {
  const errorOf = (hour: ScoredHour) => {
    const value = of(hour)
    return value === null || hour.actual === null ? null : Math.abs(value - hour.actual)
  }
  return toPower(meanOf(hours, errorOf) ?? Number.NaN)
}

function meanOf(hours: readonly ScoredHour[], of: (hour: ScoredHour) => number | null): number | null {
  const known = hours.map(of).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

export interface ScoredDay {
  date: string
  /** Made afterwards. */
  isReplayed: boolean
  hours: readonly (ScoredHour &
    Pick<LocalHour, 'hourOfDay'> & { hasLastTso: boolean; isTsoCopied: boolean })[]
}

/** `issued`: with a stated issue time before our run; `arrived`: uploaded by then. */
export type UploadBlocks = Record<'issued' | 'arrived', Block>

/** The latest first; without suspicious days and days without an hour to compare. */
export function scoringOf(
  days: readonly LocalDay[],
  residuals: ResidualSeries,
): (kept: KeptForecasts, uploads: readonly UploadBlocks[]) => ScoredDay[] {
  const measured = days
    .filter((day) => !residuals.suspiciousDays.includes(marketDayOf(day)))
    .map((day) => measureDay(day, residuals))
  return (kept, uploads) => measured.flatMap((ofDay) => scoredDay(ofDay, kept, uploads))
}

function measureDay(day: LocalDay, { actual, load, tso, tsoInTime, copiedDays }: ResidualSeries) {
  const edges = hourEdgesOfDay(day)
  return {
    day,
    actual: hourlyOf(actual, edges),
    load: hourlyOf(load, edges),
    tso: hourlyOf(tso, edges),
    tsoInTime: hourlyOf(tsoInTime, edges),
    isTsoCopied: copiedDays.includes(marketDayOf(day)),
  }
}

/** Hours with an actual value and a forecast; empty without any. */
function scoredDay(
  measured: ReturnType<typeof measureDay>,
  kept: KeptForecasts,
  uploads: readonly UploadBlocks[],
): ScoredDay[] {
  const { day, isTsoCopied } = measured
  const forecast = forecastsOn(day, kept)
  const ofUploads = (of: keyof UploadBlocks) =>
    uploads.map((blocks) => hourlyOf(blocks[of], hourEdgesOfDay(day)))
  const [uploaded, arrived] = [ofUploads('issued'), ofUploads('arrived')]
  const hours = hoursOf(day).flatMap(({ hourOfDay }, hour) => {
    const at = (values: Hourly) => values[hour] ?? null
    const actual = at(measured.actual)
    const [model, final] = [at(forecast.model), at(forecast.final)]
    if (actual === null || model === null || final === null) return []
    const rest = {
      tso: at(measured.tsoInTime),
      hasLastTso: at(measured.tso) !== null,
      isTsoCopied,
      load: at(measured.load),
      p10: at(forecast.p10),
      p90: at(forecast.p90),
      uploaded: uploaded.map(at),
      arrived: arrived.map(at),
    }
    return [{ hourOfDay, actual, model, final, ...rest }]
  })
  const isReplayed = kept.runOn(day)?.isReplayed === true
  return hours.length === 0 ? [] : [{ date: day.date, isReplayed, hours }]
}

export interface ScoredPeriod {
  /** A copy of the actual values is not scored as a forecast. */
  isTsoCopied: boolean
  suspiciousDays: readonly string[]
  labels: readonly string[]
}

export function scorePeriod(days: readonly ScoredDay[], period: ScoredPeriod): Scores {
  const { compared, scores } = comparePeriod(days, period)
  return { ...scores, ...scoreHours(compared) }
}

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)

export function scorePeriodByHour(days: readonly ScoredDay[], period: ScoredPeriod): CountryScores {
  const { compared, scores } = comparePeriod(days, period)
  const byHour = HOURS_OF_DAY.map((hour) => ({
    hour,
    ...scoreHours(compared.filter(({ hourOfDay }) => hourOfDay === hour)),
  }))
  return { ...scores, ...scoreHours(compared), byHour }
}

function comparePeriod(days: readonly ScoredDay[], { isTsoCopied, suspiciousDays, labels }: ScoredPeriod) {
  const all = days.flatMap(({ hours }) => hours)
  const compared = comparedHours(isTsoCopied ? all.map((hour) => ({ ...hour, tso: null })) : all)
  const fromDay = days.at(-1)?.date ?? null
  return {
    compared,
    scores: {
      uploaded: labels.flatMap((label, index) => scoreUpload(compared, days, label, index)),
      fromDay,
      toDay: days[0]?.date ?? null,
      days: days.length,
      suspiciousDays: suspiciousDays.filter((day) => fromDay !== null && day >= fromDay).length,
      replayedDays: days.filter(({ isReplayed }) => isReplayed).length,
      tsoForecast: tsoForecastOf(compared, isTsoCopied),
    },
  }
}

function tsoForecastOf(compared: ScoredDay['hours'], isTsoCopied: boolean): Scores['tsoForecast'] {
  if (isTsoCopied) return 'copied'
  if (compared.some(({ tso }) => tso !== null)) return 'published'
  const unscored = compared.find(({ hasLastTso }) => hasLastTso)
  if (unscored === undefined) return 'missing'
  return unscored.isTsoCopied ? 'copied' : 'last-published'
}
