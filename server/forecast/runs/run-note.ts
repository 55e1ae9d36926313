import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { QUANTITIES } from '#server/series/series.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** How a day's final value came about, in one line. The accuracy answer has the errors, so that each has one figure. */
export function describeRun({ withoutTso, weights }: DayForecast): string {
  const corrected = QUANTITIES.filter((quantity) => !withoutTso.includes(quantity))
  if (corrected.length === 0) return 'from history alone'
  const asPublished = corrected.filter((quantity) => weights[quantity] === 0)
  if (withoutTso.length > 0)
    return `corrected TSO ${list.format(corrected)}; ${list.format(withoutTso)} from history`
  if (asPublished.length === corrected.length) return 'TSO forecast as published'
  if (asPublished.length > 0) return `corrected TSO forecast, its ${list.format(asPublished)} as published`
  return 'corrected TSO forecast'
}
