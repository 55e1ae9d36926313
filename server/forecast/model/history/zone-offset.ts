import { fromAbsolute } from '@internationalized/date'

import { DAY_MS } from '#server/series/series.ts'

/** By zone: the offset at midnights of UTC. Zones are few, and asking one costs more than remembering it. */
const midnightOffsets = new Map<string, Map<number, number>>()

/**
 * Offset of a zone's wall clock from UTC in milliseconds, by instant. The zone is asked once a day where nothing changes
 * within it, so that years of hours cost little.
 */
export function createZoneOffset(zone: string): (utc: number) => number {
  const midnights = midnightOffsets.get(zone) ?? new Map<number, number>()
  midnightOffsets.set(zone, midnights)
  const atMidnight = (utc: number): number => {
    const known = midnights.get(utc)
    if (known !== undefined) return known
    const { offset } = fromAbsolute(utc, zone)
    midnights.set(utc, offset)
    return offset
  }
  return (utc) => {
    const midnight = Math.floor(utc / DAY_MS) * DAY_MS
    const offset = atMidnight(midnight)
    return offset === atMidnight(midnight + DAY_MS) ? offset : fromAbsolute(utc, zone).offset
  }
}
