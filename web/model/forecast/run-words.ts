import type { ForecastRun } from '#contract/accuracy.ts'
import { countryName } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { shiftDay, stampOf } from '#web/model/view/delivery-day.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clockOfDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Run of 10:04, before TSO wind and solar`: when a run was made and which inputs it lacked. */
export function describeRun(run: ForecastRun, deliveryDay: string): string {
  const words = [`Run of ${issueTime(run, deliveryDay)}`]
  const unpublished = unpublishedQuantities(run)
  if (unpublished.length > 0) words.push(`before TSO ${unpublished.join(' and ')}`)
  if (run.missingInputs.includes('recent actuals')) words.push('without this morning’s actual values')
  if (run.isLate) words.push('issued late')
  if (run.isReplayed) words.push('replayed with the data known then')
  return words.join(', ')
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

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * One line on what a day's forecast is based on: there is none, some TSO forecasts are missing, or all are in. Null before the
 * forecast has loaded.
 * @param isPast the delivery day has begun, so that no forecast will come any more
 */
export function basisWords(
  answer: ForecastAnswer | undefined,
  runs: Readonly<Record<string, ForecastRun>> | null,
  isPast: boolean,
): { isComplete: boolean; text: string } | null {
  if (answer === undefined) return null
  const entries = Object.values(answer).flatMap((hours) => Object.values(hours))
  if (entries.every((entry) => entry.Final_Value === null)) {
    return {
      isComplete: false,
      text: isPast ? 'No run kept for this day.' : 'No forecast has been published for this day yet.',
    }
  }
  const countries = countriesBeforeTso(answer, runs)
  if (countries.length === 0) {
    return {
      isComplete: true,
      text: 'Based on the TSOs’ day-ahead forecasts, corrected for their recent errors.',
    }
  }
  const where =
    countries.length === Object.keys(answer).length ? '' : ` for ${list.format(countries.map(countryName))}`
  return {
    isComplete: false,
    text: `TSO wind and solar not yet published${where}: the model estimates both from history.`,
  }
}
