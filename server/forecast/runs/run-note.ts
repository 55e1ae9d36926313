import { QUANTITIES } from '#server/series/series.ts'

import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { Ledger, TargetLedger } from '#server/forecast/model/ledger.ts'

const SCORED_DAYS = 28

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const megawatts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** How a day's final value came about, in one line, with the errors of the last four weeks. */
export function describeRun(forecast: DayForecast, ledger: Ledger): string {
  const errors = describeErrors(ledger, forecast.day)
  return errors === null ? describeOrigin(forecast) : `${describeOrigin(forecast)}, ${errors}`
}

function describeOrigin({ withoutTso, weights }: DayForecast): string {
  const corrected = QUANTITIES.filter((quantity) => !withoutTso.includes(quantity))
  if (corrected.length === 0) return 'from history alone'
  const asPublished = corrected.filter((quantity) => weights[quantity] === 0)
  if (withoutTso.length > 0)
    return `corrected TSO ${list.format(corrected)}; ${list.format(withoutTso)} from history`
  if (asPublished.length === corrected.length) return 'TSO forecast as published'
  if (asPublished.length > 0) return `corrected TSO forecast, its ${list.format(asPublished)} as published`
  return 'corrected TSO forecast'
}

function describeErrors({ targets: { residual, load } }: Ledger, day: number): string | null {
  const hasResidual = !residual.actual.upTo(day - 2).every(Number.isNaN)
  const page = hasResidual ? residual : load
  const final = meanAbsoluteError(page, page.final, day)
  const tso = meanAbsoluteError(page, page.tso, day)
  if (final === null) return null
  const what = hasResidual ? '28-day error' : '28-day error of the load'
  const compared = tso === null ? '' : `; TSO ${megawatts.format(tso)} MW`
  return `${what} ${megawatts.format(final)} MW${compared}`
}

/** Over the scored days that end two days before, MW; null where nothing is scored. */
function meanAbsoluteError(page: TargetLedger, forecast: Float64Array, day: number): number | null {
  const actual = page.actual.upTo(day - 2)
  let sum = 0
  let hours = 0
  const to = (day - 1) * HOURS_PER_DAY
  for (let cell = Math.max(0, to - SCORED_DAYS * HOURS_PER_DAY); cell < to; cell++) {
    const error = Math.abs((actual[cell] ?? NaN) - (forecast[cell] ?? NaN))
    if (Number.isNaN(error)) continue
    sum += error
    hours++
  }
  return hours === 0 ? null : sum / hours
}
