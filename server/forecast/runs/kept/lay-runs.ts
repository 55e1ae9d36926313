import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Clock } from '#server/clock.ts'
import { deadlinesOf, marketDayAt, timeOfReplay } from '#server/forecast/runs/market-day.ts'
import type { RunHours } from '#server/forecast/runs/run-hours.ts'
import { KNOWN_HOURS, type RunKind } from '#server/forecast/runs/run-kind.ts'
import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { type Known, KNOWN_NOW, type KnownPart, knownParts } from '#server/series/known.ts'
import type { RunValue, WantedUpload } from '#server/series/means/means.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import {
  type Block,
  HOUR_MS,
  MINUTE_MS,
  type Published,
  type Quantity,
  type Span,
} from '#server/series/series.ts'
import type { UploadStore } from '#server/series/uploads/upload-store.ts'

import type { DaySpan, RunHead, RunStore } from './run-store.ts'

/** Chooses the run that speaks for each delivery day of an area; `runs` are in the order in which they were made. */
export type RunRule = <Head extends RunHead>(runs: readonly Head[]) => Head[]

/** A complete run before an early one, one made in time before a replay, then the last made. */
export const newest: RunRule = (runs) => {
  const best = new Map<string, (typeof runs)[number]>()
  for (const run of runs) {
    const name = `${run.area} ${run.day}`
    const other = best.get(name)
    if (other === undefined || rank(run) >= rank(other)) best.set(name, run)
  }
  return [...best.values()]
}

/** Runs of a kind, to be scored: of the early ones the last before the auction, where one was made in time. */
export function ofKind(kind: RunKind): RunRule {
  return (runs) => {
    const those = runs.filter((run) => run.kind === kind)
    return newest([...those.filter((run) => !isBeforeAuction(run)), ...those.filter(isBeforeAuction)])
  }
}

export const beforeAuction: RunRule = (runs) => newest(runs.filter(isBeforeAuction))

/** Choice of `newest` without the runs that it chooses. */
export const previous: RunRule = (runs) => {
  const chosen = new Set(newest(runs))
  return newest(runs.filter((run) => !chosen.has(run)))
}

const RULES = { early: beforeAuction, complete: ofKind('complete'), previous } as const

/** The rule by which runs count. */
export function ruleOf({ run }: Known): RunRule {
  return run === null ? newest : RULES[run]
}

/** Choice of a rule among the runs made by a time. A replay counts from when it was computed. */
export function asOf(knownUtc: number, rule: RunRule = newest): RunRule {
  return (runs) => rule(runs.filter(({ issuedAtUtc }) => issuedAtUtc <= knownUtc))
}

/** True if a run could be made before the day-ahead auction closed. */
export function isBeforeAuction({ kind, isReplayed, issuedAtUtc, day }: RunHead): boolean {
  return kind === 'early' && (isReplayed || issuedAtUtc <= deadlinesOf(day).auctionUtc)
}

/** When a run knew what it rests on: nothing later is compared with it. */
export function cutoffOf({ isReplayed, issuedAtUtc, day, kind }: RunHead): number {
  return isReplayed ? timeOfReplay(day, kind) : issuedAtUtc
}

/** The hours of the day before whose actual load a run knew. */
export const knownHoursOf = ({ day, informationUtc }: RunHead) =>
  Math.round((informationUtc - timeOfDay(addDays(day, -1))) / HOUR_MS)

/** How many hours of actual load a run before the auction did not know, of those that are usually there; a replay is not late. */
export function unknownHoursOf(run: RunHead): number {
  return isBeforeAuction(run) && !run.isReplayed ? Math.max(0, KNOWN_HOURS.early - knownHoursOf(run)) : 0
}

function rank({ kind, isReplayed }: RunHead): number {
  return (kind === 'complete' ? 2 : 0) + (isReplayed ? 0 : 1)
}

/**
 * Lays the runs of an area onto the hours that a span touches, as they were known and by a rule. An hour is that of its own delivery
 * day's run, or else of the tail of the run before. It belongs to that run as a whole: what the run leaves out is missing, because a
 * value of another run beside its others would make a residual load, or a band, of no run at all.
 */
export function layRuns<Run extends RunHead & { hours: { startsAtUtc: readonly number[] } }>(
  runs: readonly Run[],
  span: Span,
  known: Known,
  rule: RunRule = ruleOf(known),
) {
  const fromUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
  const toUtc = Math.ceil(span.toUtc / HOUR_MS) * HOUR_MS
  const byDay = new Map<string, Run[]>()
  for (const run of runs) byDay.set(run.day, [...(byDay.get(run.day) ?? []), run])
  const parts = knownParts(known, { fromUtc, toUtc }).map((part) => {
    const chosenOf = (date: string) => asOf(part.knownUtc, rule)(byDay.get(date) ?? [])[0]
    return { ...part, own: chosenOf(part.day.date), before: chosenOf(addDays(part.day.date, -1)) }
  })
  // Local days of some zones begin within an hour of UTC.
  const stepMinutes = parts.every((part) => part.toUtc % HOUR_MS === 0) ? 60 : 15
  const slotAt = (utc: number) => (utc - fromUtc) / (stepMinutes * MINUTE_MS)
  return {
    /** The run that speaks for the delivery day that holds a moment, as it was known at that part of the day. */
    runAt: (utc: number): Run | undefined => {
      const { date } = marketDayAt(utc)
      return parts.findLast((part) => part.day.date === date && part.fromUtc <= utc)?.own
    },
    /** One value of the runs over the hours that the span touches; NaN where no run has one. */
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

/** Values of a run by hour. A band is of residual load, whatever the quantity. */
export function valuesOf<Of extends RunValue>(kind: Of, quantity: Quantity | 'residual') {
  return ({ hours }: { hours: Pick<RunHours, Of> }): ArrayLike<number | null> => {
    const values: RunHours[RunValue] = hours[kind]
    if (Array.isArray(values)) return values
    return quantity === 'residual' ? residualLoad(values) : values[quantity]
  }
}

/** The delivery days whose runs reach into a span. */
export function daysReaching({ fromUtc, toUtc }: Span): DaySpan {
  return { from: addDays(marketDayAt(fromUtc).date, -1), to: marketDayAt(toUtc - 1).date }
}

/** When the runs of an area were made that reach into a span; only those that a rule can choose. */
export async function readRunTimes(
  store: RunStore,
  area: MemberCode,
  span: Span,
  run: Known['run'],
): Promise<Published> {
  const runs = await store.parts(area, [], daysReaching(span))
  const rule = ruleOf({ ...KNOWN_NOW, run })
  const ofDay = (date: string) => runs.filter(({ day }) => day === date)
  return {
    all: (day) => ofDay(day).map(({ issuedAtUtc }) => issuedAtUtc),
    counting: (day, knownUtc) => asOf(knownUtc, rule)(ofDay(day))[0]?.issuedAtUtc,
  }
}

/** The cutoff of each delivery day by its laid run: what an uploaded forecast is scored with was issued before it. */
export const cutoffsBy =
  (runAt: (utc: number) => RunHead | undefined) =>
  ({ day }: KnownPart): number => {
    const run = runAt((day.fromUtc + day.toUtc) / 2)
    return run === undefined ? -Infinity : cutoffOf(run)
  }

/** The values of an uploaded forecast: of delivery days that have begun those issued before the run that counts, on equal terms with it. Rejects with a `DatabaseError`. */
export async function readUploadBesideRuns(
  { store, uploads, clock }: { store: RunStore; uploads: UploadStore; clock: Clock },
  wanted: WantedUpload,
  span: Span,
  known: Known,
): Promise<Block> {
  const runs = await store.parts(wanted.area, [], daysReaching(span))
  return uploads.read(wanted, span, known, ({ day, knownUtc }) => {
    const [run] = asOf(knownUtc, ruleOf(known))(runs.filter((one) => one.day === day.date))
    return run === undefined || day.fromUtc > clock() ? Infinity : cutoffOf(run)
  })
}

/** The final forecasts of an area, and the band of its residual load. Rejects with a `DatabaseError`. */
export async function readFinalForecast(
  store: RunStore,
  area: MemberCode,
  span: Span,
): Promise<ByQuantity<Block> & Record<'p10' | 'p90', Block>> {
  const { block } = layRuns(await store.runs([area], daysReaching(span)), span, KNOWN_NOW)
  const bandOf = (kind: 'p10' | 'p90') => block(valuesOf(kind, 'residual'))
  return {
    ...byQuantity((quantity) => block(valuesOf('final', quantity))),
    p10: bandOf('p10'),
    p90: bandOf('p90'),
  }
}

/** By how much the final forecast of an area's residual load is above that of the run before. Rejects with a `DatabaseError`. */
export async function readRunChange(store: RunStore, area: MemberCode, span: Span): Promise<Block> {
  const runs = await store.runs([area], daysReaching(span))
  const [now, before] = [layRuns(runs, span, KNOWN_NOW), layRuns(runs, span, KNOWN_NOW, previous)]
  const finalResidual = valuesOf('final', 'residual')
  const { startsAtUtc, stepMinutes, powerMw } = before.block(finalResidual)
  const residual = now.block(finalResidual).powerMw
  return {
    startsAtUtc,
    stepMinutes,
    // The tail of the run of another day is not the run before.
    powerMw: residual.map((mw, hour) =>
      before.runAt(startsAtUtc + hour * HOUR_MS) !== undefined ? mw - (powerMw[hour] ?? NaN) : NaN,
    ),
  }
}

/** When the last run was made that counts for the map on the last delivery day; null if none was in time. Rejects with a `DatabaseError`. */
export async function readNewestRun(
  store: Pick<RunStore, 'days' | 'heads'>,
): Promise<{ day: string; issuedAtUtc: string } | null> {
  const day = (await store.days())?.to
  if (day === undefined) return null
  const heads = await store.heads({ from: day, to: day })
  const issued = newest(heads.filter(({ area }) => FORECAST_AREAS.includes(area)))
    .filter(({ isReplayed }) => !isReplayed)
    .map(({ issuedAtUtc }) => issuedAtUtc)
  return issued.length === 0 ? null : { day, issuedAtUtc: new Date(Math.max(...issued)).toISOString() }
}

/** Values of the runs of an area by hour of UTC, as they were known. Rejects with a `DatabaseError`. */
export async function readRunValues(
  store: RunStore,
  { area, quantity, kind }: { area: MemberCode; quantity: Quantity | 'residual'; kind: RunValue },
  span: Span,
  known: Known,
): Promise<Block> {
  const runs = await store.parts(area, [kind], daysReaching(span))
  return layRuns(runs, span, known).block(valuesOf(kind, quantity))
}
