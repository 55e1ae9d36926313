import { MIN_USUAL_YEARS, USUAL_WINDOW_DAYS, type UsualRow } from '#contract/usual.ts'
import { stampOf } from '#web/model/view/delivery-day.ts'
import { formatMw } from '#web/ui/power-format.ts'

import type { CountryRow } from './country-charts.ts'

/** Whether the highest hour of a day is usual, in words, and on how many days that rests. */
export function usualWords(rows: readonly CountryRow[], day: string, usual: readonly UsualRow[]): string {
  const finalOf = ({ entry }: CountryRow) => entry.Final_Value ?? -Infinity
  const [highest] = rows.filter((row) => finalOf(row) > -Infinity).toSorted((a, b) => finalOf(b) - finalOf(a))
  const stampS = highest === undefined ? null : stampOf(day, highest.key)
  const row = usual.find(({ time_utc }) => Date.parse(time_utc) / 1000 === stampS)
  if (highest === undefined || row === undefined)
    return `There is no usual range: it needs actual values of this season in at least ${MIN_USUAL_YEARS} earlier years.`
  const mw = finalOf(highest)
  const place = mw > row.p90_mw ? 'above' : mw < row.p10_mw ? 'below' : 'within'
  return `Highest hour ${highest.key}: ${formatMw(mw)} MW, ${place} the usual range of ${formatMw(row.p10_mw)} to ${formatMw(row.p90_mw)} MW (median ${formatMw(row.median_mw)}; ${row.sample_days} days of earlier years, ±${USUAL_WINDOW_DAYS} days, working day or not).`
}
