import { FIRST_FORECAST_DAY } from '#server/forecast/model/forecaster.ts'
import { LEDGER_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import type { RunHead } from '#server/forecast/runs/kept/run-store.ts'
import { addDays, deadlinesOf, marketDayAt } from '#server/forecast/runs/market-day.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import type { Span } from '#server/series/series.ts'

/** Days of forecasts that are kept at least: what a run looks at, and more than the accuracy does. */
export const REPLAYED_DAYS = LEDGER_DAYS

/** The first delivery day that a history of these actual values can forecast. */
export function firstForecastDay(actual: Span): string {
  return addDays(marketDayAt(actual.fromUtc).date, FIRST_FORECAST_DAY)
}

/**
 * The delivery days up to that of `nowUtc` that have neither a run made in time nor a run of this kind made afterwards, in order. An
 * early run is also made afterwards where a complete one was made before any early one, for tomorrow as well: what was forecast before
 * the auction.
 */
export function daysToReplay(heads: readonly RunHead[], kind: RunKind, nowUtc: number): string[] {
  const today = marketDayAt(nowUtc).date
  const tomorrow = addDays(today, 1)
  const hasRun = (day: string) => heads.some((head) => head.day === day && !head.isReplayed)
  const isEarlyOfTomorrow =
    kind === 'early' && hasRun(tomorrow) && nowUtc >= deadlinesOf(tomorrow).auctionRunUtc
  const counts = (head: RunHead) => head.kind === kind || (kind === 'complete' && !head.isReplayed)
  const made = new Set(heads.filter(counts).map(({ day }) => day))
  const days = Array.from({ length: REPLAYED_DAYS }, (_, back) => addDays(today, -back))
  return [...(isEarlyOfTomorrow ? [tomorrow] : []), ...days].filter((day) => !made.has(day)).toReversed()
}
