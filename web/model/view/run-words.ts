import type { AccuracyAnswer, ForecastRun, ForecastRunWeather, Scores } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { formatMw, formatShareChange } from '#contract/words/power.ts'
import { formatInstant } from '#web/zone/display-zone.ts'
import { timeOf } from '#web/zone/wall-clock.ts'

import { tomorrowOf } from './delivery-day.ts'

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `Run of 08:50: TSO load, weather of ECMWF 00 UTC; TSO wind and solar not published yet` */
export function describeRun(run: ForecastRun, deliveryDay: string): string {
  const quantities = ['load', 'wind', 'solar'] as const
  const unpublished = quantities.filter((quantity) => run.missingInputs.includes(`${quantity} forecast`))
  const hasTsoLoad = run.kind === 'early' && run.usedInputs.includes('load forecast')
  const inputs = [
    ...(hasTsoLoad ? ['TSO load'] : []),
    ...(run.weather ? [weatherWords(run.weather)] : []),
    ...run.uploads,
  ]
  const words = [
    `Run ${whenMade(run, deliveryDay)}${inputs.length === 0 ? '' : `: ${inputs.join(', ')}`}`,
    ...(unpublished.length === 0 ? [] : [`TSO ${list.format(unpublished)} not published yet`]),
  ]
  const remarks = [words.join('; ')]
  if (run.missingInputs.includes('recent actuals')) remarks.push('without this morning’s actual values')
  if (run.isLate) remarks.push('issued late')
  return remarks.join(', ')
}

type Runs = Readonly<Record<string, ForecastRun>>

/** Countries are forecast one by one; runs within this time belong together. */
const TOGETHER_MS = 120_000

/** Gives runs that belong together the time of the last. */
export function withSharedTimes(runs: Runs): Record<string, ForecastRun> {
  const times = Object.values(runs).map(({ issuedAt }) => Date.parse(issuedAt))
  const inOrder = times.toSorted((a, b) => a - b)
  const lastMs = (fromMs: number) =>
    inOrder.reduce((last, next) => (next > last && next - last <= TOGETHER_MS ? next : last), fromMs)
  return Object.fromEntries(
    Object.entries(runs).map(([country, run]) => [
      country,
      { ...run, issuedAt: new Date(lastMs(Date.parse(run.issuedAt))).toISOString() },
    ]),
  )
}

/** `run of 18:02`, `run as of Nov 21, 18:00 (replayed)` */
export function newestRunWords(runs: Runs, deliveryDay: string): string | null {
  const newest = Object.values(runs).reduce<ForecastRun | null>(
    (latest, run) => (latest === null || Date.parse(run.as_of) > Date.parse(latest.as_of) ? run : latest),
    null,
  )
  return newest && `run ${whenMade(newest, deliveryDay)}`
}

/** One line per description, with its countries. */
export function runLines(runs: Runs, deliveryDay: string): string[] {
  const byWords = new Map<string, string[]>()
  for (const [country, run] of Object.entries(runs)) {
    const words = describeRun(run, deliveryDay)
    byWords.set(words, [...(byWords.get(words) ?? []), countryName(country)])
  }
  return [...byWords].map(
    ([words, countries]) => `${byWords.size === 1 ? 'All countries' : list.format(countries)}: ${words}.`,
  )
}

/** `of 18:02`, with the date unless the run is from the day before delivery. A replay has the time of its data. */
function whenMade({ isReplayed, as_of, issuedAt }: ForecastRun, deliveryDay: string): string {
  if (isReplayed) return `as of ${formatInstant(as_of)} (replayed)`
  return `of ${tomorrowOf(new Date(issuedAt)) === deliveryDay ? timeOf(issuedAt) : formatInstant(issuedAt)}`
}

/** As wide as any run's words, to reserve their space. */
export const runPlaceholder = (isPast: boolean) =>
  isPast ? 'run as of Nov 00, 00:00 (replayed)' : 'run of 00:00'

export function hasForecast(answer: ForecastAnswer): boolean {
  return Object.values(answer).some((hours) =>
    Object.values(hours).some((entry) => entry.Final_Value !== null),
  )
}

export function warningWords(
  answer: ForecastAnswer | undefined,
  isPast: boolean,
  isAuctionRunMissing: boolean,
): string | null {
  if (answer === undefined) return null
  if (!hasForecast(answer))
    return isPast
      ? 'No forecast run is stored for this day.'
      : 'No forecast has been published for this day yet.'
  const latest = `No run before the auction${isPast ? '' : ' yet'}: the latest is shown.`
  const warnings = [...(isAuctionRunMissing ? [latest] : []), ...missingHourWords(answer)]
  return warnings.length === 0 ? null : warnings.join(' ')
}

/** `Only 2 of 24 hours have a value for Germany.` */
function missingHourWords(answer: ForecastAnswer): string[] {
  const byShare = new Map<string, string[]>()
  let withValues = 0
  for (const [country, hours] of Object.entries(answer)) {
    const entries = Object.values(hours)
    const known = entries.filter((entry) => entry.Final_Value !== null).length
    if (known > 0) withValues += 1
    if (known === 0 || known === entries.length) continue
    const share = `${known} of ${entries.length} hours`
    byShare.set(share, [...(byShare.get(share) ?? []), countryName(country)])
  }
  return [...byShare].map(([share, countries]) => {
    const where = countries.length === withValues ? '' : ` for ${list.format(countries)}`
    return `Only ${share} have a value${where}.`
  })
}

/** Common names of weather models. */
const SERVICES: readonly [RegExp, string][] = [
  [/^ecmwf/, 'ECMWF'],
  [/icon/, 'ICON'],
  [/^(meteofrance_)?arpege/, 'ARPEGE'],
  [/^(ncep_)?gfs/, 'GFS'],
  [/^csv /, 'an imported file'],
  [/^demo$/, 'the demo'],
  [/^(ukmo|metoffice)/, 'UK Met Office'],
]

/** `weather of ECMWF 00 UTC`; the hour is when the model run began. */
function weatherWords({ model, run }: ForecastRunWeather): string {
  const service = SERVICES.find(([pattern]) => pattern.test(model))?.[1] ?? model
  return `weather of ${service}${run === null ? '' : ` ${run.slice(11, 13)} UTC`}`
}

export function tsoWords({ tsoForecast }: Pick<Scores, 'tsoForecast'>): string | null {
  if (tsoForecast === 'copied')
    return 'The TSO publishes no real forecast: its values follow from the actual ones. There is nothing to compare with.'
  if (tsoForecast === 'last-published')
    return 'TSO forecast as last published, maybe after the day: there is nothing to compare with.'
  if (tsoForecast === 'missing') return 'The TSO has published no forecast for these hours.'
  return null
}

const MIN_JUDGED_DAYS = 7

/** `only 3 days scored`, or `null`. `areMade`: `false` while earlier forecasts are still being made. */
export function unjudgedWords({ days }: Pick<Scores, 'days'>, areMade: boolean): string | null {
  const scored = `${days} ${days === 1 ? 'day' : 'days'} scored`
  if (!areMade) return `${scored} so far`
  return days < MIN_JUDGED_DAYS ? `only ${scored}` : null
}

/** `Mean error of the last 28 days: 1,210 MW (early runs), −18.2% vs TSO.` */
export function scoreWords({ run, scores }: Pick<AccuracyAnswer, 'run' | 'scores'>, areMade: boolean) {
  const { days, finalMaeMw, tsoMaeMw } = scores
  const runs = `${run?.kind ?? 'complete'} runs`
  if (finalMaeMw === null) return `No day of ${runs} has been scored yet.`
  const isJudged = tsoMaeMw !== null && tsoMaeMw > 0 && unjudgedWords(scores, areMade) === null
  const toTso = isJudged ? `, ${formatShareChange(finalMaeMw / tsoMaeMw - 1)} vs TSO` : ''
  return `Mean error of the last ${days === 1 ? 'day' : `${days} days`}: ${formatMw(finalMaeMw)} MW (${runs})${toTso}.`
}

/** `, 2 suspicious days left out` */
export function leftOutWords(suspiciousDays: number): string {
  if (suspiciousDays === 0) return ''
  return `, ${suspiciousDays} suspicious ${suspiciousDays === 1 ? 'day' : 'days'} left out`
}
