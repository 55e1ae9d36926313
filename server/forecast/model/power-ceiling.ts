import { countDays } from './history/day-means.ts'
import { type DayTable, perDay, rowOf } from './history/day-table.ts'
import type { PreparedQuantity } from './history/prepared-history.ts'

/** Days of history after which its highest power is a ceiling; before, calm months may lie behind and storms ahead. */
const WHOLE_DAYS = 365
/** Days after which the size of a fleet is known well enough to compare highs by it. */
const FLEET_DAYS = 180
/** From this share of the ceiling on a forecast bends towards it. */
const BEND = 0.9

/** Power below which a day's forecast stays, MW: the highest before, scaled with the fleet. Suspicious days do not count; NaN before anything is known. */
export function trackCeiling(
  { actual, plausiblePeakMw }: Pick<PreparedQuantity, 'actual' | 'plausiblePeakMw'>,
  fleet: DayTable | null,
): DayTable {
  const { days } = actual
  const known = countDays(actual)
  /** The highest power for the fleet of its day. */
  const highs = perDay(days, (day, before) => {
    const high = rowOf(actual, day).reduce((most, value) => (value > most ? value : most), 0)
    const share = (known.upTo(day)[day] ?? 0) < FLEET_DAYS ? NaN : high / (fleet?.upTo(day)[day] ?? NaN)
    return Math.max(before[day - 1] ?? 0, share > 0 ? share : 0)
  })
  return perDay(days, (day) => {
    if (day < 2) return NaN
    const grown = (highs.upTo(day - 2)[day - 2] ?? 0) * (fleet?.upTo(day)[day] ?? 0)
    const highest = Math.max(plausiblePeakMw.upTo(day - 1)[day - 1] ?? 0, Number.isNaN(grown) ? 0 : grown)
    const unseen = 1 - (known.upTo(day - 2)[day - 2] ?? 0) / WHOLE_DAYS
    return highest > 0 ? highest * (1 + Math.max(0, unseen)) : NaN
  })
}

/** A power that bends towards the ceiling instead of going beyond it, and is never below zero. */
export function keepInRange(powerMw: number, ceilingMw: number): number {
  const bendMw = BEND * ceilingMw
  if (!(powerMw > bendMw)) return Math.max(0, powerMw)
  const room = ceilingMw - bendMw
  return ceilingMw - room * Math.exp((bendMw - powerMw) / room)
}
