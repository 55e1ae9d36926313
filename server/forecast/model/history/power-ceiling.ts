import { countDays } from './day-means.ts'
import { type DayTable, perDay } from './day-table.ts'
import type { PreparedQuantity } from './prepared-history.ts'

/** A shorter history may lack the stormy months. */
const WHOLE_DAYS = 365
/** Share of the ceiling where forecasts start to bend. */
const BEND = 0.9

/** MW: the highest power so far, without suspicious days, raised while the history is shorter than a year. */
export function trackCeiling({
  actual,
  plausiblePeakMw,
}: Pick<PreparedQuantity, 'actual' | 'plausiblePeakMw'>): DayTable {
  const known = countDays(actual)
  return perDay(actual.days, (day) => {
    if (day < 2) return NaN
    const highest = plausiblePeakMw.upTo(day - 1)[day - 1] ?? 0
    const unseen = 1 - (known.upTo(day - 2)[day - 2] ?? 0) / WHOLE_DAYS
    return highest > 0 ? highest * (1 + Math.max(0, unseen)) : NaN
  })
}

/** Approaches the ceiling asymptotically; never below zero. */
export function keepInRange(powerMw: number, ceilingMw: number): number {
  const bendMw = BEND * ceilingMw
  if (!(powerMw > bendMw)) return Math.max(0, powerMw)
  const room = ceilingMw - bendMw
  return ceilingMw - room * Math.exp((bendMw - powerMw) / room)
}
