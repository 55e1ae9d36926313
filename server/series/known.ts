import { LOOK_BEFORE, MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays } from '#contract/zone-time.ts'

import { daysTouching, type LocalDay } from './calendar/local-calendar.ts'
import { parseWallTime } from './calendar/local-time.ts'
import type { Known, Span } from './series.ts'

export type { Known } from './series.ts'

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
