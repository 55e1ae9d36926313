import { fromAbsolute } from '@internationalized/date'

import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

const offsetsByZone = new Map<string, (utc: number) => number>()

/**
 * Offset of a zone's wall clock from UTC in milliseconds, by instant. The zone is asked once a day where nothing changes
 * within it, and its answer is remembered: a replay needs thousands of moments, and each would take tens of microseconds.
 */
export function zoneOffset(zone: string): (utc: number) => number {
  const offsetAt = offsetsByZone.get(zone) ?? createOffset(zone)
  offsetsByZone.set(zone, offsetAt)
  return offsetAt
}

function createOffset(zone: string): (utc: number) => number {
  const known = new Map<number, number>()
  const offsetAt = (utc: number): number => {
    const offset = known.get(utc) ?? fromAbsolute(utc, zone).offset
    known.set(utc, offset)
    return offset
  }
  // The day that was requested last: its first midnight, and its offset where that stays the same, else NaN.
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

/**
 * When the clocks of a zone show an hour of a day `yyyy-MM-dd`; negative ones are of the day before. Of an hour that comes twice the first; one that a change of the clocks
 * leaves out is moved on by the length of the gap.
 */
export function momentOf(day: string, hour: number, zone: string): number {
  const offsetAt = zoneOffset(zone)
  const wall = Date.parse(`${day}T00:00Z`) + hour * HOUR_MS
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)]
  const isAfter = before + offsetAt(before) !== wall && after + offsetAt(after) === wall
  return isAfter ? after : before
}
