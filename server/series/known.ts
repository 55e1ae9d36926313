import type { Span } from '#contract/time.ts'
import { LOOK_BEFORE, MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays } from '#contract/zone-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { parseWallTime } from '#server/calendar/local-time.ts'

/** Which values count: all that are known now, or those that were known when each day was looked at. */
export interface Known {
  /** A moment, or an hour of a day before delivery, as a text; null for now. Caches tell requests apart by it. */
  as_of: string | null
  zone: string
  /** By local day the last moment at which a forecast that counts was published, epoch milliseconds; null for now. */
  momentOf: ((day: { date: string }) => number) | null
  /** Actual values of what ended later do not count, epoch milliseconds. */
  endedByUtc: number
  /** The only kind of run that counts, or the run before the one that counts; null for the one that counts. */
  run: 'early' | 'complete' | 'previous' | null
}

/** When forecasts of the market's delivery days `yyyy-MM-dd` were published, epoch milliseconds. */
export interface Published {
  /** Every version of a day, in order. */
  all: (day: string) => readonly number[]
  /** The version that counted at a moment, or that counts now for `Infinity`; undefined if there is none. */
  counting: (day: string, knownUtc: number) => number | undefined
}

export const KNOWN_NOW: Known = {
  as_of: null,
  zone: MARKET_ZONE,
  momentOf: null,
  endedByUtc: Infinity,
  run: null,
}

/** Forecasts and actual values as they were known at one moment, the same for every day. */
export function knownAt(utc: number): Known {
  return { ...KNOWN_NOW, as_of: new Date(utc).toISOString(), momentOf: () => utc, endedByUtc: utc }
}

/** How an hour before delivery is written, for refusals. */
export const LOOK_SENTENCE = 'D-1T08:00 for an hour of the day before delivery (D-1 to D-7)'

/** Forecasts of each local day as known at an hour before it, `D-1T08:00`; null for another text. Actual values, none of which were measured by then, count as known now. */
export function knownBefore(as_of: string, zone: string): Known | null {
  const [, days, time] = LOOK_BEFORE.exec(as_of) ?? []
  if (days === undefined) return null
  const look = ({ date }: { date: string }) =>
    parseWallTime(`${addDays(date, -Number(days))} ${time}`, zone, 'as_of')
  return { ...KNOWN_NOW, as_of, zone, momentOf: look }
}

/** When a local day is looked at; `Infinity` for now. */
export function momentOf({ momentOf: of }: Known, day: { date: string }): number {
  return of?.(day) ?? Infinity
}

/** A part of a delivery day of the market, and when it is looked at. */
export interface KnownPart extends Span {
  day: LocalDay
  knownUtc: number
}

/** Cuts a span at the market's delivery days, by which forecasts are kept, and at the local days that are looked at at different moments. */
export function knownParts(known: Known, span: Span): KnownPart[] {
  const looks: (Span & { knownUtc: number })[] = []
  for (const day of daysTouching(span, known.zone)) {
    const knownUtc = momentOf(known, day)
    const last = looks.at(-1)
    if (last?.knownUtc === knownUtc) last.toUtc = day.toUtc
    else looks.push({ fromUtc: day.fromUtc, toUtc: day.toUtc, knownUtc })
  }
  return looks.flatMap(({ fromUtc, toUtc, knownUtc }) => {
    const part = { fromUtc: Math.max(fromUtc, span.fromUtc), toUtc: Math.min(toUtc, span.toUtc) }
    return daysTouching(part, MARKET_ZONE).map((day) => ({
      day,
      knownUtc,
      fromUtc: Math.max(part.fromUtc, day.fromUtc),
      toUtc: Math.min(part.toUtc, day.toUtc),
    }))
  })
}
