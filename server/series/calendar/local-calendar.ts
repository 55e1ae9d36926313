import { CalendarDate, fromAbsolute, toZoned } from '@internationalized/date'
import { LRUCache } from 'lru-cache'

import { DAY_MS, HOUR_MS, MINUTE_MS, type Span, WEEK_DAYS } from '#server/series/series.ts'

/** A day as the clocks of a zone show it: 23, 24 or 25 hours long. */
export interface LocalDay extends Span {
  /** `yyyy-MM-dd` */
  date: string
  /** Where the clock hours of the day begin, and what the clock shows; null on a day of 24 whole hours. */
  hourStarts: readonly { utc: number; hourOfDay: number }[] | null
}

/** An hour as the clocks of a zone show it. */
export interface LocalHour extends Span {
  /** 0 to 23. */
  hourOfDay: number
}

function offsetMs(utc: number, zone: string): number {
  return fromAbsolute(utc, zone).offset
}

function startOf(date: CalendarDate, zone: string): number {
  // Where midnight is left out by a clock change, the day begins after the gap.
  return toZoned(date, zone, 'compatible').toDate().getTime()
}

/** Where clock hours begin between two moments: at every full hour, and where a change moves the clock into another hour. */
function walkHours({ fromUtc, toUtc }: Span, zone: string): NonNullable<LocalDay['hourStarts']> {
  const starts: { utc: number; hourOfDay: number }[] = []
  let lastHour: number | null = null
  for (let utc = fromUtc; utc < toUtc; utc += 15 * MINUTE_MS) {
    const { hour, minute } = fromAbsolute(utc, zone)
    if (minute === 0 || hour !== lastHour) starts.push({ utc, hourOfDay: hour })
    lastHour = hour
  }
  return starts
}

function describeDay(date: CalendarDate, span: Span, zone: string): LocalDay {
  const isPlain =
    span.toUtc - span.fromUtc === DAY_MS && offsetMs(span.fromUtc, zone) === offsetMs(span.toUtc, zone)
  return { ...span, date: date.toString(), hourStarts: isPlain ? null : walkHours(span, zone) }
}

/**
 * Seven days, beginning with one. Adding is much cheaper than asking a zone, so in a week of equal offsets the zone is asked only at
 * its midnights.
 */
function walkWeek(firstDate: CalendarDate, fromUtc: number, zone: string): LocalDay[] {
  const { offset, hour, minute } = fromAbsolute(fromUtc, zone)
  const midnights = Array.from({ length: WEEK_DAYS + 1 }, (_, day) => fromUtc + day * DAY_MS)
  const isPlain =
    hour === 0 && minute === 0 && midnights.every((midnight) => offsetMs(midnight, zone) === offset)
  return Array.from({ length: WEEK_DAYS }, (_, index) => {
    const date = firstDate.add({ days: index })
    if (isPlain) {
      const startsAtUtc = fromUtc + index * DAY_MS
      return { fromUtc: startsAtUtc, toUtc: startsAtUtc + DAY_MS, date: date.toString(), hourStarts: null }
    }
    const span = { fromUtc: startOf(date, zone), toUtc: startOf(date.add({ days: 1 }), zone) }
    return describeDay(date, span, zone)
  })
}

function walkYear(year: number, zone: string): LocalDay[] {
  const days: LocalDay[] = []
  const end = new CalendarDate(year + 1, 1, 1)
  let date = new CalendarDate(year, 1, 1)
  let fromUtc = startOf(date, zone)
  while (date.compare(end) < 0) {
    const week = walkWeek(date, fromUtc, zone)
    days.push(...week)
    date = date.add({ days: WEEK_DAYS })
    fromUtc = week.at(-1)?.toUtc ?? startOf(date, zone)
  }
  const isOfYear = (day: LocalDay) => day.date < end.toString()
  // Zones that moved across the date line skipped a day.
  return days.filter((day) => isOfYear(day) && day.toUtc > day.fromUtc)
}

const years = new LRUCache<string, LocalDay[]>({ max: 400 })

function daysOfYear(year: number, zone: string): LocalDay[] {
  const name = `${zone} ${year}`
  const days = years.get(name) ?? walkYear(year, zone)
  years.set(name, days)
  return days
}

/** A year's days lie at most this far before where days of 24 hours would: clocks change by hours, and some zones skipped a day. */
const NEAR_DAYS = 2

/** The local days that touch a span, in order. */
export function daysTouching(span: Span, zone: string): LocalDay[] {
  const days: LocalDay[] = []
  // A local year begins up to 14 hours away from that of UTC.
  const firstYear = new Date(span.fromUtc - DAY_MS).getUTCFullYear()
  const lastYear = new Date(span.toUtc + DAY_MS).getUTCFullYear()
  for (let year = firstYear; year <= lastYear; year += 1) {
    const ofYear = daysOfYear(year, zone)
    // Accuracies ask for the day of many hours: one look at the few days around instead of at a thousand, 3 s instead of 0.4 for all countries.
    const near = Math.floor((span.fromUtc - (ofYear[0]?.fromUtc ?? 0)) / DAY_MS) - NEAR_DAYS
    for (let index = Math.max(0, near); index < ofYear.length; index += 1) {
      const day = ofYear[index]
      if (day === undefined || day.fromUtc >= span.toUtc) break
      if (day.toUtc > span.fromUtc) days.push(day)
    }
  }
  return days
}

/** The local day that holds a moment. */
export function dayAt(utc: number, zone: string): LocalDay {
  const [day] = daysTouching({ fromUtc: utc, toUtc: utc + 1 }, zone)
  if (!day) throw new RangeError(`No day of ${zone} holds ${utc}`)
  return day
}

/** The local days that begin within a span. */
export function daysWithin(span: Span, zone: string): LocalDay[] {
  return daysTouching(span, zone).filter((day) => day.fromUtc >= span.fromUtc)
}

function hourCountOf({ fromUtc, toUtc, hourStarts }: LocalDay): number {
  return hourStarts?.length ?? (toUtc - fromUtc) / HOUR_MS
}

/** Where an hour of a day begins; for the one after its last, where that ends. */
function hourEdgeOf({ fromUtc, toUtc, hourStarts }: LocalDay, hour: number): number {
  return hourStarts === null ? fromUtc + hour * HOUR_MS : (hourStarts[hour]?.utc ?? toUtc)
}

/** The hours of a day in order; one that comes twice is there twice. */
export function hoursOf(day: LocalDay): LocalHour[] {
  return Array.from({ length: hourCountOf(day) }, (_, hour) => ({
    fromUtc: hourEdgeOf(day, hour),
    toUtc: hourEdgeOf(day, hour + 1),
    hourOfDay: day.hourStarts?.[hour]?.hourOfDay ?? hour,
  }))
}

/** Where the clock hours of a day begin, and where the last one ends. */
export function hourEdgesOfDay(day: LocalDay): number[] {
  return Array.from({ length: hourCountOf(day) + 1 }, (_, hour) => hourEdgeOf(day, hour))
}

/** The beginnings of the clock hours that begin within a span, and the end of the last one; empty if there are none. */
export function hourEdges(span: Span, zone: string): number[] {
  const edges: number[] = []
  let endsAtUtc = 0
  for (const day of daysTouching(span, zone)) {
    const hours = hourCountOf(day)
    let startsAtUtc = hourEdgeOf(day, 0)
    for (let hour = 1; hour <= hours; hour += 1) {
      const nextUtc = hourEdgeOf(day, hour)
      if (startsAtUtc >= span.fromUtc && startsAtUtc < span.toUtc) {
        edges.push(startsAtUtc)
        endsAtUtc = nextUtc
      }
      startsAtUtc = nextUtc
    }
  }
  if (edges.length > 0) edges.push(endsAtUtc)
  return edges
}
