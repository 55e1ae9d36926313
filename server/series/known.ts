import type { Span } from '#contract/time.ts'
import { LOOK_BEFORE, MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays } from '#contract/zone-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { parseWallTime } from '#server/calendar/local-time.ts'

/** Which values count: all known now, or when each day was looked at. */
export interface Known {
  /** A moment, or an hour of a day before delivery. Part of cache keys. */
  as_of: string | null
  zone: string
  /** Forecasts published later do not count; epoch milliseconds by local day. */
  momentOf: ((day: { date: string }) => number) | null
  /** Actual values of later intervals do not count. */
  endedByUtc: number
  /** `early`, `complete`: only this kind of run; `previous`: the run before the counting one. */
  run: 'early' | 'complete' | 'previous' | null
  /** Replays count from the time that they simulate, not from when they were computed. */
  hasReplays: boolean
}

/** Publication times by delivery day `yyyy-MM-dd`, epoch milliseconds. */
export interface Published {
  /** In order. */
  all: (day: string) => readonly number[]
  /** At a moment; now for `Infinity`. */
  counting: (day: string, knownUtc: number) => number | undefined
}

export const KNOWN_NOW: Known = {
  as_of: null,
  zone: MARKET_ZONE,
  momentOf: null,
  endedByUtc: Infinity,
  run: null,
  hasReplays: false,
}

/** The same moment for every day. */
export function knownAt(utc: number): Known {
  return { ...KNOWN_NOW, as_of: new Date(utc).toISOString(), momentOf: () => utc, endedByUtc: utc }
}

export const LOOK_SENTENCE =
  'D-1T08:00 for an hour of the day before delivery (D-1 to D-7, with replayed runs D-1T08:50-replayed)'

/**
 * As known at an hour before each local day, such as `D-1T08:00`; null for another text. Actual values are those of
 * now, since none of the day was measured by then.
 */
export function knownBefore(as_of: string, zone: string): Known | null {
  const [, days, time, replayed] = LOOK_BEFORE.exec(as_of) ?? []
  if (days === undefined) return null
  const look = ({ date }: { date: string }) =>
    parseWallTime(`${addDays(date, -Number(days))} ${time}`, zone, 'as_of')
  return { ...KNOWN_NOW, as_of, zone, momentOf: look, hasReplays: replayed !== undefined }
}

/** `Infinity` for now. */
export function momentOf({ momentOf: of }: Known, day: { date: string }): number {
  return of?.(day) ?? Infinity
}

/** `knownUtc`: the moment at which the day is looked at. */
export interface KnownPart extends Span {
  day: LocalDay
  knownUtc: number
}

/** Cuts at delivery days, by which forecasts are stored, and where the moment changes. */
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
