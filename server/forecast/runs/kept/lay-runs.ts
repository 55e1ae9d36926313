import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import type { RunHours } from '#server/forecast/runs/run-hours.ts'
import { marketDayOf, noonOf } from '#server/series/forecast-days.ts'
import { type Known, type KnownPart, knownParts } from '#server/series/known.ts'
import type { RunValue } from '#server/series/means/means.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import type { Block, Quantity } from '#server/series/series.ts'

import { asOf, cutoffOf, type RunRule } from './run-rules.ts'
import type { DaySpan, RunHead } from './run-store.ts'

/**
 * An hour belongs to its own delivery day's run, or else to the tail of the run before, and all its values
 * are from that run: mixed runs would give a residual load, or a band, that no run has.
 */
export function layRuns<Run extends RunHead & { hours: { startsAtUtc: readonly number[] } }>(
  runs: readonly Run[],
  span: Span,
  known: Known,
  rule?: RunRule,
) {
  const fromUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
  const toUtc = Math.ceil(span.toUtc / HOUR_MS) * HOUR_MS
  const byDay = new Map<string, Run[]>()
  for (const run of runs) byDay.set(run.day, [...(byDay.get(run.day) ?? []), run])
  const parts = knownParts(known, { fromUtc, toUtc }).map((part) => {
    const chosenOf = (date: string) => asOf(part.knownUtc, known, rule)(byDay.get(date) ?? [])[0]
    return { ...part, own: chosenOf(part.day.date), before: chosenOf(addDays(part.day.date, -1)) }
  })
  // Local days of some zones begin within an hour of UTC.
  const stepMinutes = parts.every((part) => part.toUtc % HOUR_MS === 0) ? 60 : 15
  const slotAt = (utc: number) => (utc - fromUtc) / (stepMinutes * MINUTE_MS)
  return {
    /** For the delivery day that contains the local day's noon, as known then. */
    runOn: (day: Span): Run | undefined => {
      const date = marketDayOf(day)
      return parts.findLast((part) => part.day.date === date && part.fromUtc <= noonOf(day))?.own
    },
    /** NaN without a value. */
    block: (valuesOf: (run: Run) => ArrayLike<number | null>): Block => {
      const powerMw = new Float64Array(slotAt(toUtc)).fill(NaN)
      for (const part of parts)
        for (const run of [part.before, part.own]) {
          if (run === undefined) continue
          const values = valuesOf(run)
          run.hours.startsAtUtc.forEach((utc, index) => {
            const [first, end] = [Math.max(utc, part.fromUtc), Math.min(utc + HOUR_MS, part.toUtc)]
            if (first < end) powerMw.fill(values[index] ?? NaN, slotAt(first), slotAt(end))
          })
        }
      return { startsAtUtc: fromUtc, stepMinutes, powerMw }
    },
  }
}

/** The band is of residual load, whatever the quantity. */
export function valuesOf<Of extends RunValue>(kind: Of, quantity: Quantity | 'residual') {
  return ({ hours }: { hours: Pick<RunHours, Of> }): ArrayLike<number | null> => {
    const values: RunHours[RunValue] = hours[kind]
    if (Array.isArray(values)) return values
    return quantity === 'residual' ? residualLoad(values) : values[quantity]
  }
}

export function daysReaching({ fromUtc, toUtc }: Span): DaySpan {
  return { from: marketDay(fromUtc, -1), to: marketDay(toUtc - 1) }
}

/** By delivery day; uploads are scored with values issued before it. */
export const cutoffsBy =
  (runOn: (day: Span) => RunHead | undefined) =>
  ({ day }: KnownPart): number => {
    const run = runOn(day)
    return run === undefined ? -Infinity : cutoffOf(run)
  }
