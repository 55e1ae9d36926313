import { fromAbsolute, parseDate } from '@internationalized/date'

import { timeOfDay } from '#server/forecast/runs/market-day.ts'
import { dayAt, hourEdgesOfDay, type LocalDay } from '#server/series/local-calendar.ts'
import type { Span } from '#server/series/series.ts'

/** The hours of a local day in order, as its clocks show them; a doubled hour twice. */
export function hoursOfLocalDay(day: LocalDay): Span[] {
  const edges = hourEdgesOfDay(day)
  return edges.slice(0, -1).map((fromUtc, hour) => ({ fromUtc, toUtc: edges[hour + 1] ?? day.toUtc }))
}

/** The hours of a local day by their clock, `HH:00`; of a doubled hour the first. */
export function hoursByClock(day: LocalDay, zone: string): ReadonlyMap<string, Span> {
  const hours = new Map<string, Span>()
  for (const hour of hoursOfLocalDay(day)) {
    const clock = `${String(fromAbsolute(hour.fromUtc, zone).hour).padStart(2, '0')}:00`
    if (!hours.has(clock)) hours.set(clock, hour)
  }
  return hours
}

/** The local day of a date, or the day after it if the zone skipped that day. */
export function localDay(date: string, zone: string): LocalDay {
  return dayAt(timeOfDay(date, 12, zone), zone)
}

export function daysBefore(date: string, days: number, zone: string): LocalDay {
  return localDay(parseDate(date).subtract({ days }).toString(), zone)
}
