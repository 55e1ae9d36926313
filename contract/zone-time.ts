import { DAY_MS, HOUR_MS, MINUTE_MS, toDate } from './time.ts'
import { MARKET_ZONE } from './wall-time.ts'

/** Milliseconds ahead of UTC. */
export type Offset = (utc: number) => number

const offsetsByZone = new Map<string, Offset>()

/** Cached: a replay or a chart needs thousands, at microseconds each. */
export function zoneOffset(zone: string): Offset {
  const offsetAt = offsetsByZone.get(zone) ?? createOffset(zone)
  offsetsByZone.set(zone, offsetAt)
  return offsetAt
}

function createOffset(zone: string): Offset {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const offsetAt = (utc: number) => readOffset(format.format(utc))
  /** By UTC day; NaN if the clock changes within. */
  const known = new Map<number, number>()
  return (utc) => {
    const day = Math.floor(utc / DAY_MS)
    let offset = known.get(day)
    if (offset === undefined) {
      const atMidnight = offsetAt(day * DAY_MS)
      offset = atMidnight === offsetAt((day + 1) * DAY_MS) ? atMidnight : NaN
      known.set(day, offset)
    }
    return Number.isNaN(offset) ? offsetAt(utc) : offset
  }
}

/** Reads `11/27/2026, GMT+01:00`; UTC is plain `GMT`. */
function readOffset(text: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/** When a clock shows a time, given as if UTC: two moments in a repeated hour, none in a skipped one. */
export function momentsOf(wallMs: number, offsetAt: Offset): number[] {
  return possibleMoments(wallMs, offsetAt).filter((utc) => utc + offsetAt(utc) === wallMs)
}

/** The first; a skipped time moves on by the length of the gap. */
export function momentOf(wallMs: number, offsetAt: Offset): number {
  return momentsOf(wallMs, offsetAt)[0] ?? Math.max(...possibleMoments(wallMs, offsetAt))
}

/** Tries the offsets on both sides of a clock change. */
function possibleMoments(wallMs: number, offsetAt: Offset): number[] {
  const [before, after] = [wallMs - offsetAt(wallMs - DAY_MS), wallMs - offsetAt(wallMs + DAY_MS)]
  return before === after ? [before] : [Math.min(before, after), Math.max(before, after)]
}

/** A negative `hour` is on the day before. */
export function hourOf(day: string, hour: number, zone: string): number {
  return momentOf(Date.parse(day) + hour * HOUR_MS, zoneOffset(zone))
}

/** Calendar days, both ends counted. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
}

export function addDays(day: string, days: number): string {
  return toDate(Date.parse(day) + days * DAY_MS)
}

/** 29 February becomes the 28th in other years. */
export function addYears(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return addDays(moved, 0) === moved ? moved : moved.replace('-29', '-28')
}

export function timeOfDay(day: string, hour = 0): number {
  return hourOf(day, hour, MARKET_ZONE)
}

/** Well before the auction closes at noon. */
export function auctionRunUtc(day: string): number {
  return timeOfDay(addDays(day, -1), 8) + 50 * MINUTE_MS
}

export function marketDay(utc: number, daysLater = 0): string {
  const wallMs = utc + zoneOffset(MARKET_ZONE)(utc)
  return addDays(toDate(wallMs), daysLater)
}
