import { LRUCache } from 'lru-cache'

import { DAY_MS, HOUR_MS, QUARTER_MS, type Span, toDate } from '#contract/time.ts'
import { hourOf, zoneOffset } from '#contract/zone-time.ts'

/** 23, 24 or 25 hours by the clocks of a zone. */
export interface LocalDay extends Span {
  /** `yyyy-MM-dd` */
  date: string
  /** Starts of the clock hours, and what the clock shows; null on a day of 24 whole hours. */
  hourStarts: readonly { utc: number; hourOfDay: number }[] | null
}

export interface LocalHour extends Span {
  /** 0 to 23. */
  hourOfDay: number
}

/** An hour starts at every full hour, and where a change moves the clock into another hour. */
function walkHours({ fromUtc, toUtc }: Span, zone: string): NonNullable<LocalDay['hourStarts']> {
  const offsetAt = zoneOffset(zone)
  const starts: { utc: number; hourOfDay: number }[] = []
  let lastHour: number | null = null
  for (let utc = fromUtc; utc < toUtc; utc += QUARTER_MS) {
    const hour = (utc + offsetAt(utc)) / HOUR_MS
    if (Number.isInteger(hour) || Math.floor(hour) !== lastHour)
      starts.push({ utc, hourOfDay: Math.floor(hour) % 24 })
    lastHour = Math.floor(hour)
  }
  return starts
}

const known = new LRUCache<string, LocalDay>({ max: 150_000 })

/** The local day with the date of `midnightUtc` in UTC. */
function dayOf(midnightUtc: number, zone: string): LocalDay {
  const name = `${zone} ${midnightUtc}`
  const remembered = known.get(name)
  if (remembered !== undefined) return remembered
  const date = toDate(midnightUtc)
  const span = { fromUtc: hourOf(date, 0, zone), toUtc: hourOf(date, 24, zone) }
  const offsetAt = zoneOffset(zone)
  const isPlain = span.toUtc - span.fromUtc === DAY_MS && offsetAt(span.fromUtc) === offsetAt(span.toUtc)
  const day = { ...span, date, hourStarts: isPlain ? null : walkHours(span, zone) }
  known.set(name, day)
  return day
}

/** In order. */
export function daysTouching(span: Span, zone: string): LocalDay[] {
  const days: LocalDay[] = []
  // A local day begins up to 14 hours from midnight in UTC.
  const first = Math.floor(span.fromUtc / DAY_MS) * DAY_MS - DAY_MS
  for (let midnightUtc = first; midnightUtc < span.toUtc + DAY_MS; midnightUtc += DAY_MS) {
    const day = dayOf(midnightUtc, zone)
    // Zones that moved across the date line skipped a day, which is empty.
    const isThere = day.fromUtc < day.toUtc
    if (isThere && day.fromUtc < span.toUtc && day.toUtc > span.fromUtc) days.push(day)
  }
  return days
}

export function dayAt(utc: number, zone: string): LocalDay {
  const [day] = daysTouching({ fromUtc: utc, toUtc: utc + 1 }, zone)
  if (!day) throw new RangeError(`No day of ${zone} holds ${utc}`)
  return day
}

export function tomorrowAt(utc: number, zone: string): LocalDay {
  return dayAt(dayAt(utc, zone).toUtc, zone)
}

export function daysWithin(span: Span, zone: string): LocalDay[] {
  return daysTouching(span, zone).filter((day) => day.fromUtc >= span.fromUtc)
}

const HOURS_AND_END = [...Array(25).keys()]

/** Starts of hours, and the end of the last hour. */
export function hourEdgesOfDay({ fromUtc, toUtc, hourStarts }: LocalDay): number[] {
  if (hourStarts !== null) return [...hourStarts.map(({ utc }) => utc), toUtc]
  return HOURS_AND_END.map((hour) => fromUtc + hour * HOUR_MS)
}

/** In order; a repeated hour is there twice. */
export function hoursOf(day: LocalDay): LocalHour[] {
  const edges = hourEdgesOfDay(day)
  return edges.slice(0, -1).map((fromUtc, hour) => ({
    fromUtc,
    toUtc: edges[hour + 1] ?? fromUtc,
    hourOfDay: day.hourStarts?.[hour]?.hourOfDay ?? hour,
  }))
}

/** Starts of hours, and the end of the last hour; empty if no hour starts in the span. */
export function hourEdges({ fromUtc, toUtc }: Span, zone: string): number[] {
  const edges: number[] = []
  for (const day of daysTouching({ fromUtc, toUtc }, zone)) {
    // A day starts where the last ends.
    edges.pop()
    for (const utc of hourEdgesOfDay(day)) edges.push(utc)
  }
  const first = edges.findIndex((utc) => utc >= fromUtc)
  const end = edges.findIndex((utc) => utc >= toUtc)
  return first === end ? [] : edges.slice(first, end + 1)
}
