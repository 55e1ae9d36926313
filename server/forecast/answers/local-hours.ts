import { fromAbsolute, parseDate } from '@internationalized/date'

import { dayAt, hourEdgesOfDay, type LocalDay } from '#server/series/local-calendar.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { timeOfDay } from '#server/forecast/runs/market-day.ts'

/** Hours of a local day by their clock, `HH:00`, to the UTC hour that they begin in; of a doubled hour the first. */
export function hoursByClock(day: LocalDay, zone: string): ReadonlyMap<string, number> {
  const hours = new Map<string, number>()
  for (const startsAtUtc of hourEdgesOfDay(day).slice(0, -1)) {
    const clock = `${String(fromAbsolute(startsAtUtc, zone).hour).padStart(2, '0')}:00`
    if (!hours.has(clock)) hours.set(clock, Math.floor(startsAtUtc / HOUR_MS) * HOUR_MS)
  }
  return hours
}

/** UTC hours in which the hours of a local day begin, in order; a doubled hour twice. */
export function hoursOfLocalDay(day: LocalDay): number[] {
  return hourEdgesOfDay(day)
    .slice(0, -1)
    .map((startsAtUtc) => Math.floor(startsAtUtc / HOUR_MS) * HOUR_MS)
}

/** A local day by its date; a day that a zone skipped gives the one after. */
export function localDay(date: string, zone: string): LocalDay {
  return dayAt(timeOfDay(date, 12, zone), zone)
}

export function daysBefore(date: string, days: number, zone: string): LocalDay {
  return localDay(parseDate(date).subtract({ days }).toString(), zone)
}
