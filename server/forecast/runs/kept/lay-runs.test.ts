import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { KNOWN_NOW, knownAt, knownBefore } from '#server/series/known.ts'
import { runOf } from '#server/testing/run-of.ts'

import { layRuns } from './lay-runs.ts'
import { readNewestRun } from './read-runs.ts'
import { beforeAuction, newest, ofKind, type RunRule } from './run-rules.ts'
import type { RunHead } from './run-store.ts'

interface NamedRun extends RunHead {
  name: string
  hours: { startsAtUtc: number[]; a: (number | null)[]; b: (number | null)[] }
}

/** A run of a day and two hours beyond it, whose values `a` and `b` are `says` in every hour. */
function run(name: string, day: string, says: number | null, change: Partial<RunHead> = {}): NamedRun {
  const { hours, ...head } = runOf('DE', day, change)
  const values = () => hours.startsAtUtc.map(() => says)
  return { ...head, name, hours: { startsAtUtc: [...hours.startsAtUtc], a: values(), b: values() } }
}

const DAY = '2025-06-11'
const TOMORROW = '2025-06-12'
const SPAN = { fromUtc: timeOfDay(DAY), toUtc: timeOfDay(TOMORROW) + 3 * HOUR_MS }
const WHOLE_DAY = Array.from({ length: 24 }, () => 1)

function lay(runs: readonly NamedRun[], known = KNOWN_NOW, span = SPAN): number[] {
  return [...layRuns(runs, span, known).block(({ hours }) => hours.a).powerMw]
}

test('the newest run of a day is complete, made in time rather than afterwards, and the last', () => {
  const early = run('early', DAY, 1, { kind: 'early' })
  const replay = run('replay', DAY, 1, { isReplayed: true })
  const [first, second] = [run('first', DAY, 1), run('second', DAY, 1)]
  const other = run('other day', TOMORROW, 1, { kind: 'early' })
  const names = (runs: NamedRun[]) => newest(runs).map(({ name }) => name)
  expect(names([early])).toEqual(['early'])
  expect(names([replay, early])).toEqual(['replay'])
  expect(names([first, second, replay, early, other])).toEqual(['second', 'other day'])
})

test('of early runs the last before the auction speaks, of complete ones no early one', () => {
  const at = (hour: number) => ({ kind: 'early', issuedAtUtc: timeOfDay(addDays(DAY, -1), hour) }) as const
  const runs = [run('nine', DAY, 9, at(9)), run('three', DAY, 15, at(15)), run('complete', DAY, 1)]
  const names = (rule: RunRule) => rule(runs).map(({ name }) => name)
  expect(names(ofKind('early'))).toEqual(['nine'])
  expect(names(ofKind('complete'))).toEqual(['complete'])
  expect(names(beforeAuction)).toEqual(['nine'])
  const late = [run('three', DAY, 15, at(15))]
  expect([beforeAuction(late), ofKind('early')(late)]).toEqual([[], late])
})

test('as of a time only the runs speak that had been made by then', () => {
  const at = (hour: number) => timeOfDay(addDays(DAY, -1), hour)
  const early = run('early', DAY, 1, { kind: 'early', issuedAtUtc: at(9) })
  const complete = run('complete', DAY, 2, { issuedAtUtc: at(17) })
  const replay = run('replay', DAY, 3, { isReplayed: true, issuedAtUtc: at(12) })
  const first = (hour: number) => lay([early, replay, complete], knownAt(at(hour)))[0]
  expect([first(8), first(9), first(12), first(17)]).toEqual([NaN, 1, 3, 2])
})

test('a replay counts, where asked, from the time that it simulates, and behind a run made in time', () => {
  const replay = { isReplayed: true, issuedAtUtc: timeOfDay(TOMORROW, 9) }
  const early = run('early replay', DAY, 1, { ...replay, kind: 'early' })
  const complete = run('complete replay', DAY, 2, replay)
  const real = run('real', DAY, 3, { issuedAtUtc: timeOfDay(addDays(DAY, -1), 19) })
  const first = (as_of: string) =>
    lay([early, complete, real], knownBefore(as_of, MARKET_ZONE) ?? KNOWN_NOW)[0]
  expect(['08:49', '08:50', '18:00', '19:00'].map((time) => first(`D-1T${time}-replayed`))).toEqual([
    NaN,
    1,
    2,
    3,
  ])
  expect(['08:50', '18:00', '19:00'].map((time) => first(`D-1T${time}`))).toEqual([NaN, NaN, 3])
})

test('an hour is that of its own day’s run, in whatever order they come, and else of the tail before', () => {
  const [today, tomorrow] = [run('today', DAY, 1), run('tomorrow', TOMORROW, 2)]
  expect(lay([today])).toEqual([...WHOLE_DAY, 1, 1, NaN])
  expect(lay([today, tomorrow])).toEqual([...WHOLE_DAY, 2, 2, 2])
  expect(lay([tomorrow, today])).toEqual([...WHOLE_DAY, 2, 2, 2])
})

test('what a run leaves out is missing, and no other run fills it', () => {
  const [today, tomorrow] = [run('today', DAY, 1), run('tomorrow', TOMORROW, 2)]
  tomorrow.hours.a[0] = null
  const laid = layRuns([today, tomorrow], SPAN, KNOWN_NOW)
  expect(laid.block(({ hours }) => hours.a).powerMw[24]).toBeNaN()
  expect(laid.block(({ hours }) => hours.b).powerMw[24]).toBe(2)
})

test('zero is a value', () => {
  expect(lay([run('zero', DAY, 0)])[5]).toBe(0)
})

test('begins at the whole hour of UTC that a span touches', () => {
  const half = { fromUtc: timeOfDay(DAY) + HOUR_MS / 2, toUtc: timeOfDay(DAY) + 2.5 * HOUR_MS }
  expect(layRuns([run('one', DAY, 1)], half, KNOWN_NOW).block(({ hours }) => hours.a)).toEqual({
    startsAtUtc: timeOfDay(DAY),
    stepMinutes: 60,
    powerMw: Float64Array.of(1, 1, 1),
  })
})

test('the newest run is the last made of those that count on the last day, in the countries of the map', async () => {
  const at = (hour: number) => ({ issuedAtUtc: timeOfDay(DAY, hour) })
  const heads = (...runs: RunHead[]) => ({
    days: async () => ({ from: DAY, to: TOMORROW }),
    heads: async () => runs,
  })
  const early = run('early', TOMORROW, 1, { kind: 'early', ...at(9) })
  const complete = run('complete', TOMORROW, 1, at(18))
  expect(await readNewestRun(heads(early))).toEqual({
    day: TOMORROW,
    issuedAtUtc: new Date(timeOfDay(DAY, 9)).toISOString(),
  })
  const lateEarly = run('late', TOMORROW, 1, { kind: 'early', ...at(20) })
  const elsewhere = run('elsewhere', TOMORROW, 1, { area: 'FR', ...at(21) })
  const newestRun = await readNewestRun(heads(early, complete, lateEarly, elsewhere))
  expect(newestRun?.issuedAtUtc).toBe(new Date(timeOfDay(DAY, 18)).toISOString())
  expect(await readNewestRun(heads(run('replay', TOMORROW, 1, { isReplayed: true })))).toBeNull()
})
