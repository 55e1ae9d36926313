import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

import type { ClockZone } from './areas.ts'

const MEAN_YEAR_MS = 365.2425 * DAY_MS
const YEAR_START_UTC = Date.UTC(2000, 0, 1)

/** Epoch day of the Western Easter Sunday (Meeus, Jones, Butcher), Gregorian calendar. */
export function easterDay(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS
}

/** Epoch day of the Orthodox Easter Sunday (Meeus), in the Gregorian calendar for 1900 to 2099. */
export function orthodoxEasterDay(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const f = d + e + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1) / DAY_MS + 13
}

const BASE_OFFSET_MS: Readonly<Record<ClockZone, number>> = { central: HOUR_MS, eastern: 2 * HOUR_MS }

/** The instant, 01:00 UTC, of a month's last Sunday: when all of Europe changes its clocks. */
function lastSundayUtc(year: number, month: number): number {
  const lastDay = Date.UTC(year, month + 1, 0) / DAY_MS
  return (lastDay - ((lastDay + 4) % 7)) * DAY_MS + HOUR_MS
}

const summerOfYear = new Map<number, { fromUtc: number; toUtc: number }>()

/** Wall clock less UTC at an instant, by the common European summer time (in force since 1996). */
export function clockOffsetMs(zone: ClockZone, utc: number): number {
  const year = Math.floor(1970 + utc / MEAN_YEAR_MS)
  let summer = summerOfYear.get(year)
  if (summer === undefined) {
    summer = { fromUtc: lastSundayUtc(year, 2), toUtc: lastSundayUtc(year, 9) }
    summerOfYear.set(year, summer)
  }
  return BASE_OFFSET_MS[zone] + (utc >= summer.fromUtc && utc < summer.toUtc ? HOUR_MS : 0)
}

/** The instant at which a local day, given as its epoch day, begins. */
export function dayStartUtc(zone: ClockZone, epochDay: number): number {
  const standard = epochDay * DAY_MS - BASE_OFFSET_MS[zone]
  return epochDay * DAY_MS - clockOffsetMs(zone, standard)
}

/** 0 on 1 January, 2π a year later. */
export function yearAngle(utc: number): number {
  return (2 * Math.PI * (utc - YEAR_START_UTC)) / MEAN_YEAR_MS
}

/** 0 is Sunday. */
export function weekdayOf(epochDay: number): number {
  return (((epochDay + 4) % 7) + 7) % 7
}
