import type { ForecastRun } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'

import { shiftDay, stampOf } from './delivery-day.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clockOfDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Run of 10:04, before TSO wind and solar`: when a run for a delivery day was made and what it had to do without. */
export function describeRun(run: ForecastRun, deliveryDay: string): string {
  const words = [`Run of ${issueTime(run, deliveryDay)}`]
  const unpublished = unpublishedQuantities(run)
  if (unpublished.length > 0) words.push(`before TSO ${unpublished.join(' and ')}`)
  if (run.missingInputs.includes('recent actuals')) words.push('without this morning’s actual values')
  if (run.isLate) words.push('made late')
  if (run.isReplayed) words.push('replayed from what was known then')
  return words.join(', ')
}

/** What the TSO had not published when a run was made. */
function unpublishedQuantities({ missingInputs }: Pick<ForecastRun, 'missingInputs'>): string[] {
  return (['load', 'wind', 'solar'] as const).filter((quantity) =>
    missingInputs.includes(`${quantity} forecast`),
  )
}

/** Only the time where the run is of the day before, as most are. */
function issueTime({ issuedAt }: ForecastRun, deliveryDay: string): string {
  const issued = new Date(issuedAt)
  const dayBeforeS = stampOf(shiftDay(deliveryDay, -1), '00:00')
  const deliveryDayS = stampOf(deliveryDay, '00:00')
  const issuedS = issued.getTime() / 1000
  const isDayBefore =
    dayBeforeS !== null && deliveryDayS !== null && issuedS >= dayBeforeS && issuedS < deliveryDayS
  return (isDayBefore ? clock : clockOfDay).format(issued)
}

/** Countries whose forecast had to do without the TSO's, by the runs, or where none are told by what the answer lacks. */
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
