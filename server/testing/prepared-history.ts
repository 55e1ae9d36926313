import { MARKET_ZONE } from '#contract/wall-time.ts'
import type { HourlyHistory, InformationTime } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory, type PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

/** Somewhere in Europe. */
export const TEST_PLACE = { zone: MARKET_ZONE, latitude: 50, longitude: 10 }
/** The TSO has not forecast these when an early run is made. */
export const EARLY = ['solar', 'wind'] as const

/** A history made ready for the parts of the model, as known on the morning before its last day. */
export function prepareInvented(
  history: HourlyHistory,
  { knownHours = 8, unpublished = [] }: Partial<InformationTime> = {},
): PreparedHistory & { lastDay: number } {
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours, unpublished })
  const lastDay = prepared.grid.days - 1
  prepared.advanceTo(lastDay)
  return { ...prepared, lastDay }
}
