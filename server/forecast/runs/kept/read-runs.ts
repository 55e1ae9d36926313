import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/database.ts'
import { deadlinesOf } from '#server/forecast/runs/deadlines.ts'
import { type Known, KNOWN_NOW, type Published } from '#server/series/known.ts'
import type { RunValue, WantedUpload } from '#server/series/means/means.ts'
import { byQuantity, type Block, type ByQuantity, type Quantity } from '#server/series/series.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import type { AskedMoment } from '#server/series/store/upload-values.ts'

import { daysReaching, layRuns, valuesOf } from './lay-runs.ts'
import { asOf, countsFrom, cutoffOf, newest, previous } from './run-rules.ts'
import { type DaySpan, readHeads, type RunStore } from './run-store.ts'

/** Times only of runs that the rule can choose. */
export async function readRunTimes(
  store: RunStore,
  area: MemberCode,
  span: Span,
  known: Known,
): Promise<Published> {
  const runs = await store.parts(area, [], daysReaching(span))
  const ofDay = (date: string) => runs.filter(({ day }) => day === date)
  return {
    all: (day) => ofDay(day).map((run) => countsFrom(run, known)),
    counting: (day, knownUtc) => asOf(knownUtc, known)(ofDay(day)).map((run) => countsFrom(run, known))[0],
  }
}

/** Compares on equal terms: for delivery days that have begun, values issued before the current run. */
export async function readUploadBesideRuns(
  { store, uploads, clock }: { store: RunStore; uploads: UploadStore; clock: Clock },
  { kind: { id }, area, quantity }: WantedUpload,
  span: Span,
  known: Known,
): Promise<Block> {
  const runs = await store.parts(area, [], daysReaching(span))
  const wanted = { uploads: [id], area, quantities: [quantity] }
  const valuesOf = await uploads.read(wanted, span, known, ({ day, knownUtc }) => {
    const [run] = asOf(knownUtc, known)(runs.filter((one) => one.day === day.date))
    return run === undefined || day.fromUtc > clock() ? Infinity : cutoffOf(run)
  })
  return valuesOf(id, quantity)
}

/** Moments as of which forecasts are usually read: our runs, and usual hours before delivery. */
export async function readRunMoments(connection: Queryable, days: DaySpan): Promise<AskedMoment[]> {
  const heads = await readHeads(connection, days)
  const moments = heads.map((head) => ({ area: head.area, day: head.day, utc: cutoffOf(head) }))
  for (let { from: day } = days; day <= days.to; day = addDays(day, 1)) {
    const { auctionRunUtc, earlyUtc, auctionUtc, completeUtc } = deadlinesOf(day)
    const morningUtc = timeOfDay(addDays(day, -1), 8)
    for (const utc of [morningUtc, auctionRunUtc, earlyUtc, auctionUtc, completeUtc, timeOfDay(day)])
      moments.push(...MEMBER_CODES.map((area) => ({ area, day, utc })))
  }
  return moments
}

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

export async function readRunChange(store: RunStore, area: MemberCode, span: Span): Promise<Block> {
  const runs = await store.runs([area], daysReaching(span))
  const [now, before] = [layRuns(runs, span, KNOWN_NOW), layRuns(runs, span, KNOWN_NOW, previous)]
  const finalResidual = valuesOf('final', 'residual')
  const { startsAtUtc, stepMinutes, powerMw } = before.block(finalResidual)
  const residual = now.block(finalResidual).powerMw
  return {
    startsAtUtc,
    stepMinutes,
    powerMw: residual.map((mw, hour) => {
      const fromUtc = startsAtUtc + hour * HOUR_MS
      // The tail of another day's run does not count as the previous run.
      const isBefore = before.runOn({ fromUtc, toUtc: fromUtc + HOUR_MS }) !== undefined
      return isBefore ? mw - (powerMw[hour] ?? NaN) : NaN
    }),
  }
}

/** Newest run for the map; null if no run of the last delivery day was made in time. */
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

/** Values by hour of UTC. */
export async function readRunValues(
  store: RunStore,
  { area, quantity, kind }: { area: MemberCode; quantity: Quantity | 'residual'; kind: RunValue },
  span: Span,
  known: Known,
): Promise<Block> {
  const runs = await store.parts(area, [kind], daysReaching(span))
  return layRuns(runs, span, known).block(valuesOf(kind, quantity))
}
