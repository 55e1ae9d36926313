import { chosenZone, inZone } from './display-zone.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Offsets at the starts of UTC days. A chosen zone is slow to ask: 10 µs for a moment, and a year has thousands of stamps. */
const offsetsByDay = new Map<number, number>()

/** How far the page's clock is ahead of UTC at a moment, milliseconds. */
export function zoneOffsetMs(instantMs: number): number {
  if (chosenZone === null) return readOffset(instantMs)
  const day = Math.floor(instantMs / DAY_MS)
  const offsetMs = offsetAtStart(day)
  // A day on which the clock changes ends with another offset than it begins with.
  return offsetMs === offsetAtStart(day + 1) ? offsetMs : readOffset(instantMs)
}

/** The page's wall clock at a moment, as if it were UTC: read it with `getUTC…`. */
export function wallClock(instantMs: number): Date {
  return new Date(instantMs + zoneOffsetMs(instantMs))
}

/** The moments of a wall-clock time given as if it were UTC: two in a repeated hour, none in an hour that the clock skips. */
export function momentsOf(wallMs: number): number[] {
  const before = wallMs - zoneOffsetMs(wallMs - DAY_MS)
  const after = wallMs - zoneOffsetMs(wallMs + DAY_MS)
  const found = [before, after].filter((momentMs) => momentMs + zoneOffsetMs(momentMs) === wallMs)
  return [...new Set(found)].toSorted((one, other) => one - other)
}

/** The first of them; `null` without any. */
export function momentOf(wallMs: number): number | null {
  return momentsOf(wallMs)[0] ?? null
}

function offsetAtStart(day: number): number {
  let offsetMs = offsetsByDay.get(day)
  if (offsetMs === undefined) {
    offsetMs = readOffset(day * DAY_MS)
    offsetsByDay.set(day, offsetMs)
  }
  return offsetMs
}

function readOffset(instantMs: number): number {
  return 0 - inZone(instantMs).getTimezoneOffset() * MINUTE_MS
}
