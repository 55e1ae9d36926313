import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** How a day's final value came about, in one line. The accuracy answer has the errors, so that each has one figure. */
export function describeRun({ withoutTso, weights, weatherWeights }: DayForecast): string {
  const corrected = QUANTITIES.filter((quantity) => !withoutTso.includes(quantity))
  if (withoutTso.length > 0) {
    const fromWeather = withoutTso.filter((quantity) => weatherWeights[quantity] > 0)
    const fromHistory = withoutTso.filter((quantity) => !fromWeather.includes(quantity))
    if (fromHistory.length === QUANTITIES.length) return 'from history alone'
    const said = (quantities: readonly Quantity[], words: string) => (quantities.length === 0 ? [] : [words])
    return [
      ...said(corrected, `corrected TSO ${list.format(corrected)}`),
      ...said(fromWeather, `${list.format(fromWeather)} from weather and history`),
      ...said(fromHistory, `${list.format(fromHistory)} from history`),
    ].join('; ')
  }
  const asPublished = corrected.filter((quantity) => weights[quantity] === 0)
  if (asPublished.length === corrected.length) return 'TSO forecast as published'
  if (asPublished.length > 0) return `corrected TSO forecast, its ${list.format(asPublished)} as published`
  return 'corrected TSO forecast'
}
