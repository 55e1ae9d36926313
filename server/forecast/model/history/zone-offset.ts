import { fromAbsolute } from '@internationalized/date'

import { DAY_MS } from '#server/series/series.ts'

/** By zone: the offsets that were asked for. Zones are few, and asking one costs more than remembering it. */
const knownOffsets = new Map<string, Map<number, number>>()

/**
 * Offset of a zone's wall clock from UTC in milliseconds, by instant. The zone is asked once a day where nothing changes
 * within it, so that years of hours cost little.
 */
export function createZoneOffset(zone: string): (utc: number) => number {
  const known = knownOffsets.get(zone) ?? new Map<number, number>()
  knownOffsets.set(zone, known)
  const offsetAt = (utc: number): number => {
    const offset = known.get(utc) ?? fromAbsolute(utc, zone).offset
    known.set(utc, offset)
    return offset
  }
  // The day that was asked for last: its first midnight, and its offset where that stays the same, else NaN.
  let [midnight, ofDay] = [NaN, NaN]
  return (utc) => {
    if (!(utc >= midnight && utc < midnight + DAY_MS)) {
      midnight = Math.floor(utc / DAY_MS) * DAY_MS
      const offset = offsetAt(midnight)
      ofDay = offset === offsetAt(midnight + DAY_MS) ? offset : NaN
    }
    return Number.isNaN(ofDay) ? offsetAt(utc) : ofDay
  }
}
