import type { DataDefect } from '#contract/accuracy.ts'
import { monthDay } from '#contract/words/days.ts'
import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { dayText, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { Defect, PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Describes a run in one line, without errors: the accuracy answer has these figures. */
export function describeRun(forecast: DayForecast): string {
  const shares = forecast.uploads.map(
    ({ label, quantity, weight }) => `${Math.round(100 * weight)}% of ${quantity} from ${label}`,
  )
  const own = describeOwnPart(forecast)
  const leftOut = forecast.uploads
    .filter(({ leftOutHours }) => leftOutHours > 0)
    .map(
      ({ label, quantity, leftOutHours }) =>
        `; ${leftOutHours} ${leftOutHours === 1 ? 'hour' : 'hours'} of ${quantity} from ${label} not followed: too far from our forecast`,
    )
  return `${own}${shares.length === 0 ? '' : `, but ${list.format(shares)}`}${leftOut.join('')}`
}

function describeOwnPart({ withoutTso, weights, weatherWeights }: DayForecast): string {
  const corrected = QUANTITIES.filter((quantity) => !withoutTso.includes(quantity))
  if (withoutTso.length > 0) {
    const fromWeather = withoutTso.filter((quantity) => weatherWeights[quantity] > 0)
    const fromHistory = withoutTso.filter((quantity) => !fromWeather.includes(quantity))
    if (fromHistory.length === QUANTITIES.length) return 'from history alone'
    const partOf = (quantities: readonly Quantity[], words: string) =>
      quantities.length === 0 ? [] : [words]
    return [
      ...partOf(corrected, `corrected TSO ${list.format(corrected)}`),
      ...partOf(fromWeather, `${list.format(fromWeather)} from weather and history`),
      ...partOf(fromHistory, `${list.format(fromHistory)} from history`),
    ].join('; ')
  }
  const asPublished = corrected.filter((quantity) => weights[quantity] === 0)
  if (asPublished.length === corrected.length) return 'TSO forecast as published'
  if (asPublished.length > 0) return `corrected TSO forecast, its ${list.format(asPublished)} as published`
  return 'corrected TSO forecast'
}

const NAMED_DAYS = 28

const TEXTS: Readonly<Record<Defect, (quantity: Quantity, day: string) => string>> = {
  'no real forecast': (quantity, day) =>
    `The TSO publishes no real ${quantity} forecast: its values follow from the actual ones (last on ${day}). Not used.`,
  'forecast equals actual': (quantity, day) =>
    `The TSO’s ${quantity} forecast repeats actual values on ${day}, excluded from training.`,
  'other fleet': (quantity, day) =>
    `The TSO’s ${quantity} forecast is less than half or more than twice the actual values (last on ${day}). Not used.`,
  'broken forecast hours': (quantity, day) =>
    `Implausible values in the TSO’s ${quantity} forecast on ${day}, excluded from training.`,
  'broken actual hours': (quantity, day) =>
    `Implausible actual ${quantity} values on ${day}, excluded from training.`,
  'suspicious level': (quantity, day) =>
    `Suspicious level of actual ${quantity} against the TSO’s forecast (last on ${day}), excluded from training.`,
}

export function describeDefects({ grid, quantities }: PreparedHistory, day: number): DataDefect[] {
  const first = Math.max(0, day - NAMED_DAYS)
  const defects: DataDefect[] = []
  for (const quantity of QUANTITIES) {
    const lastDays = new Map<Defect, number>()
    for (let past = first; past <= day; past++)
      for (const defect of quantities[quantity].defectsOn(past)) lastDays.set(defect, past)
    for (const [defect, last] of lastDays)
      defects.push({ quantity, text: TEXTS[defect](quantity, monthDay(dayText(grid.firstDay + last))) })
    const missing = missingDays(quantities[quantity].publishedTso.upTo(day - 1), first, day)
    const latest = missing.at(-1)
    if (latest !== undefined) {
      const count = missing.length === 1 ? '1 day' : `${missing.length} days`
      const text = `The TSO’s ${quantity} forecast is missing on ${count} of the last ${NAMED_DAYS}, most recently ${monthDay(dayText(grid.firstDay + latest))}.`
      defects.push({ quantity, text })
    }
  }
  return defects
}

/** Days without a value; empty if all days lack one. */
function missingDays(table: Float64Array, from: number, to: number): number[] {
  const missing: number[] = []
  for (let day = from; day < to; day++)
    if (table.subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY).every(Number.isNaN)) missing.push(day)
  return missing.length === to - from ? [] : missing
}
