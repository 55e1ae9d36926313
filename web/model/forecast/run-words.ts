import type { ForecastRun } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { stampOf } from '#web/model/view/delivery-day.ts'
import { shiftDay } from '#web/model/view/requested-day.ts'
import { zoneOption } from '#web/zone/display-zone.ts'

import { weatherWords } from './weather-words.ts'

const clock = new Intl.DateTimeFormat('en-GB', { ...zoneOption, hour: '2-digit', minute: '2-digit' })
const clockOfDay = new Intl.DateTimeFormat('en-US', {
  ...zoneOption,
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * `Run of 08:50: TSO load, weather of ECMWF 00 UTC; TSO wind and solar not published yet`: when a run was made, what it rests on, and
 * which inputs it lacked.
 */
export function describeRun(run: ForecastRun, deliveryDay: string): string {
  const unpublished = unpublishedQuantities(run)
  const hasTsoLoad = run.kind === 'early' && !unpublished.includes('load') && run.note.includes('TSO')
  const inputs = [...(hasTsoLoad ? ['TSO load'] : []), ...(run.weather ? [weatherWords(run.weather)] : [])]
  const words = [
    `Run of ${issueTime(run, deliveryDay)}${inputs.length === 0 ? '' : `: ${inputs.join(', ')}`}`,
    ...(unpublished.length === 0 ? [] : [`TSO ${list.format(unpublished)} not published yet`]),
  ]
  const remarks = [words.join('; ')]
  if (run.missingInputs.includes('recent actuals')) remarks.push('without this morning’s actual values')
  if (run.isLate) remarks.push('issued late')
  if (run.isReplayed) remarks.push('replayed with the data known then')
  return remarks.join(', ')
}

/** `newest run of 18:02`, and whether it was replayed; null if there is no run. */
export function newestRunWords(
  runs: Readonly<Record<string, ForecastRun>>,
  deliveryDay: string,
): string | null {
  const newest = Object.values(runs).reduce<ForecastRun | null>(
    (latest, run) =>
      latest === null || Date.parse(run.issuedAt) > Date.parse(latest.issuedAt) ? run : latest,
    null,
  )
  if (newest === null) return null
  const words = `newest run of ${issueTime(newest, deliveryDay)}`
  return newest.isReplayed ? `${words}, replayed with the data known then` : words
}

/** The quantities that the TSO had not published when the run was made. */
function unpublishedQuantities({ missingInputs }: Pick<ForecastRun, 'missingInputs'>): string[] {
  return (['load', 'wind', 'solar'] as const).filter((quantity) =>
    missingInputs.includes(`${quantity} forecast`),
  )
}

/** Only the time if the run was made on the day before delivery, as most are; otherwise with the date. */
function issueTime({ issuedAt }: ForecastRun, deliveryDay: string): string {
  const issued = new Date(issuedAt)
  const dayBeforeS = stampOf(shiftDay(deliveryDay, -1), '00:00')
  const deliveryDayS = stampOf(deliveryDay, '00:00')
  const issuedS = issued.getTime() / 1000
  const isDayBefore =
    dayBeforeS !== null && deliveryDayS !== null && issuedS >= dayBeforeS && issuedS < deliveryDayS
  return (isDayBefore ? clock : clockOfDay).format(issued)
}

/** Countries whose forecast lacks the TSO's: known from their runs, or else from what the answer lacks. */
export function countriesBeforeTso(
  answer: ForecastAnswer | undefined,
  runs: Readonly<Record<string, ForecastRun>> | null,
): string[] {
  return Object.entries(answer ?? {})
    .filter(([country, hours]) => {
      const run = runs?.[country]
      if (run !== undefined) return unpublishedQuantities(run).length > 0
      const entries = Object.values(hours)
      return (
        entries.every((entry) => entry.TSO === null) && entries.some((entry) => entry.Final_Value !== null)
      )
    })
    .map(([country]) => country)
}

/**
 * One line on what a day's forecast is based on: there is none, some TSO forecasts are missing, or all are in. Null before the
 * forecast has loaded.
 */
export function basisWords(
  answer: ForecastAnswer | undefined,
  runs: Readonly<Record<string, ForecastRun>> | null,
  { isPast, isBeforeAuction }: BasisOptions,
): { isComplete: boolean; text: string } | null {
  if (answer === undefined) return null
  const entries = Object.values(answer).flatMap((hours) => Object.values(hours))
  if (entries.every((entry) => entry.Final_Value === null))
    return { isComplete: false, text: nothingWords(isPast, isBeforeAuction) }
  const countries = countriesBeforeTso(answer, runs)
  if (isBeforeAuction)
    return {
      isComplete: true,
      text: `As forecast before the auction, without the TSOs’ wind and solar: the model estimated both from ${estimateWords(runs)}.`,
    }
  if (countries.length === 0)
    return {
      isComplete: true,
      text: 'Based on the TSOs’ day-ahead forecasts, corrected for their recent errors.',
    }
  const where =
    countries.length === Object.keys(answer).length ? '' : ` for ${list.format(countries.map(countryName))}`
  const runsOf = Object.fromEntries(Object.entries(runs ?? {}).filter(([code]) => countries.includes(code)))
  return {
    isComplete: false,
    text: `TSO wind and solar not yet published${where}: the model estimates both from ${estimateWords(runsOf)}.`,
  }
}

interface BasisOptions {
  /** The delivery day has begun, so that no forecast will come any more. */
  isPast: boolean
  /** What was said before the auction is asked for. */
  isBeforeAuction: boolean
}

function nothingWords(isPast: boolean, isBeforeAuction: boolean): string {
  if (isBeforeAuction) return 'No run from before the auction is kept for this day.'
  return isPast ? 'No run kept for this day.' : 'No forecast has been published for this day yet.'
}

/** What wind and solar are estimated from where the TSO's are missing. */
function estimateWords(runs: Readonly<Record<string, ForecastRun>> | null): string {
  const withWeather = Object.values(runs ?? {}).filter(({ weather }) => weather !== null)
  if (withWeather.length === 0) return 'history'
  return withWeather.length === Object.keys(runs ?? {}).length
    ? 'the weather forecast'
    : 'the weather forecast or history'
}
