import { MARKET_ZONE } from '#contract/wall-time.ts'
import { createDayGrid } from '#server/forecast/model/history/day-grid.ts'
import type { InformationTime } from '#server/forecast/model/history/known-history.ts'
import { prepareHistory, type PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { HourlyHistory } from '#server/forecast/runs/inputs/hourly-history.ts'

/** A history made ready for the parts of the model, as known on the morning before its last day. */
export function prepareInvented(
  history: HourlyHistory,
  { knownHours = 8, hasTsoWindAndSolar = true }: Partial<InformationTime> = {},
): PreparedHistory & { lastDay: number } {
  const grid = createDayGrid(MARKET_ZONE, history.startsAtUtc, history.hours)
  const prepared = prepareHistory(
    { grid, quantities: history.quantities, weather: history.weather, latitude: 50, longitude: 10 },
    { knownHours, hasTsoWindAndSolar },
  )
  const lastDay = grid.days - 1
  prepared.advanceTo(lastDay)
  return { ...prepared, lastDay }
}
