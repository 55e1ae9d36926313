import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { deadlinesOf, timeOfReplay } from '#server/forecast/runs/deadlines.ts'
import { KNOWN_HOURS, type RunKind } from '#server/forecast/runs/run-kind.ts'
import type { Known } from '#server/series/known.ts'

import type { RunHead } from './run-store.ts'

/** By delivery day; `runs` are in the order of their making. */
export type RunRule = <Head extends RunHead>(runs: readonly Head[]) => Head[]

/** Complete before early, in time before replayed, then the last made. */
export const newest: RunRule = (runs) => {
  const best = new Map<string, (typeof runs)[number]>()
  for (const run of runs) {
    const name = `${run.area} ${run.day}`
    const other = best.get(name)
    if (other === undefined || rank(run) >= rank(other)) best.set(name, run)
  }
  return [...best.values()]
}

/** Early runs: the last before the auction if one was made in time. */
export function ofKind(kind: RunKind): RunRule {
  return (runs) => {
    const those = runs.filter((run) => run.kind === kind)
    return newest([...those.filter((run) => !isBeforeAuction(run)), ...those.filter(isBeforeAuction)])
  }
}

export const beforeAuction: RunRule = (runs) => newest(runs.filter(isBeforeAuction))

/** The choice without the runs that `newest` chooses. */
export const previous: RunRule = (runs) => {
  const chosen = new Set(newest(runs))
  return newest(runs.filter((run) => !chosen.has(run)))
}

const RULES = { early: beforeAuction, complete: ofKind('complete'), previous } as const

export function ruleOf({ run }: Known): RunRule {
  return run === null ? newest : RULES[run]
}

/** A replay counts from when it was computed, or if asked from the time that it simulates. */
export const countsFrom = (run: RunHead, { hasReplays }: Known): number =>
  hasReplays ? cutoffOf(run) : run.issuedAtUtc

export function asOf(knownUtc: number, known: Known, rule: RunRule = ruleOf(known)): RunRule {
  return (runs) => rule(runs.filter((run) => countsFrom(run, known) <= knownUtc))
}

/** Could be made in time for the day-ahead auction. */
export function isBeforeAuction({ kind, isReplayed, issuedAtUtc, day }: RunHead): boolean {
  return kind === 'early' && (isReplayed || issuedAtUtc <= deadlinesOf(day).auctionUtc)
}

/** Later values are not compared with the run. */
export function cutoffOf({ isReplayed, issuedAtUtc, day, kind }: RunHead): number {
  return isReplayed ? timeOfReplay(day, kind) : issuedAtUtc
}

/** Hours of actual load on the day before. */
export const knownHoursOf = ({ day, informationUtc }: RunHead) =>
  Math.round((informationUtc - timeOfDay(addDays(day, -1))) / HOUR_MS)

/** Hours of actual load that are usually known before the auction and were not; 0 for a replay. */
export function unknownHoursOf(run: RunHead): number {
  return isBeforeAuction(run) && !run.isReplayed ? Math.max(0, KNOWN_HOURS.early - knownHoursOf(run)) : 0
}

function rank({ kind, isReplayed }: RunHead): number {
  return (kind === 'complete' ? 2 : 0) + (isReplayed ? 0 : 1)
}
