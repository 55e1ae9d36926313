import { brokenHours } from '#server/quality/broken-hours.ts'
import { describeDay, findEqualHours } from '#server/quality/day-features.ts'
import { createDayJudge, type DayJudge, type ForecastFault } from '#server/quality/day-judge.ts'
import { BROKEN_HOURS } from '#server/quality/thresholds.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import type { AreaPlace } from './area-places.ts'
import { HOURS_PER_DAY } from './day-grid.ts'
import { createDayTable, type DayTable, perDay, rowOf, subtractTables } from './day-table.ts'
import { createKnownHistory } from './known-history.ts'
import type { HourlyHistory, InformationTime, KnownHistory, KnownQuantity } from './known-history.ts'

/** In the order in which they are reported. */
export type Defect =
  | 'broken forecast hours'
  | 'broken actual hours'
  | 'suspicious level'
  | 'forecast equals actual'
  | ForecastFault

/** By local day and hour, MW, NaN for missing or implausible. */
export type PreparedQuantity = ReturnType<typeof prepareQuantity>

export interface PreparedHistory extends Omit<KnownHistory, 'quantities'> {
  quantities: ByQuantity<PreparedQuantity>
  /** Treats forecasts recognised as copies by `day` as missing; the same object if none is new. */
  withoutCopies(day: number): PreparedHistory
}

/** Hours; longer gaps in a forecast stay. */
export const BRIDGED_HOURS = 3

/** Faults are removed day by day, as values become known. */
export function prepareHistory(
  history: HourlyHistory,
  place: AreaPlace,
  informationTime: InformationTime,
): PreparedHistory {
  const known = createKnownHistory(history, place, informationTime)
  const judged = byQuantity((quantity) => judgeQuantity(quantity, known.quantities[quantity]))
  const prepare = (copies: ByQuantity<ReadonlySet<number>>): PreparedHistory => ({
    ...known,
    quantities: byQuantity((quantity) =>
      prepareQuantity(judged[quantity], known.knownHours, copies[quantity]),
    ),
    withoutCopies(day) {
      const found = byQuantity((quantity) => judged[quantity].copiesBy(day))
      const isNew = QUANTITIES.some((quantity) => found[quantity].size > copies[quantity].size)
      return isNew ? prepare(byQuantity((quantity) => new Set(found[quantity]))) : this
    },
  })
  return prepare(byQuantity(() => new Set<number>()))
}

function judgeQuantity(quantity: Quantity, known: KnownQuantity) {
  const { days } = known.tso
  const peakMw = trackPeak(known)
  const brokenIn = (source: DayTable, day: number, hours: number, stuckHours: number) =>
    brokenHours(source.upTo(day), day, hours, quantity, peakMw.upTo(day)[day] ?? 0, stuckHours)
  const brokenOn = (source: DayTable, day: number, hours = HOURS_PER_DAY) =>
    brokenIn(source, day, hours, BROKEN_HOURS.stuckHours)
  const mended = {
    actual: createDayTable(days, (table, day) => {
      copyHours(known.actual, table, day)
      eraseHours(table, day, brokenOn(known.actual, day))
    }),
    tso: createDayTable(days, (table, day) => {
      copyHours(known.tso, table, day)
      eraseHours(table, day, brokenIn(known.tso, day, HOURS_PER_DAY, BROKEN_HOURS.filledHours))
      fillHoles(table, day * HOURS_PER_DAY)
    }),
  }
  const ofDay = (day: number) =>
    [mended.actual.upTo(day), mended.tso.upTo(day), day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY] as const
  const judge = createDayJudge(quantity, (day) => describeDay(...ofDay(day)))
  const forecasts = judgeForecasts(judge)
  return {
    known,
    peakMw,
    brokenOn,
    mended,
    ...forecasts,
    isBeyondLimits: (day: number) => day >= 0 && judge.levelSide(day) !== 0,
    /** From the second day on the same side: on the first, the forecast may be bad. */
    isSuspicious: (day: number) =>
      day > 0 && judge.levelSide(day) !== 0 && judge.levelSide(day) === judge.levelSide(day - 1),
    copiedHours: (day: number) => (judge.hasCopiedHours(day) ? findEqualHours(...ofDay(day)) : []),
  }
}

/** Judges by days up to two before. */
function judgeForecasts({ judgeForecast }: DayJudge) {
  const judgedOn = (day: number) => (day < 2 ? null : judgeForecast(day - 2))
  const faultOn = (day: number) => judgedOn(day)?.fault ?? null
  const copies = new Set<number>()
  let next = 0
  return {
    faultOn,
    /** Forecasts in use until recognised as copies by the morning before `day`. */
    copiesBy(day: number): ReadonlySet<number> {
      for (; next <= day; next++)
        for (const past of judgedOn(next)?.copies ?? []) if (faultOn(past) === null) copies.add(past)
      return copies
    },
  }
}

function prepareQuantity(
  judged: ReturnType<typeof judgeQuantity>,
  knownHours: number,
  copies: ReadonlySet<number>,
) {
  const { known, peakMw, mended, brokenOn, copiedHours, isBeyondLimits, isSuspicious, faultOn } = judged
  const { days } = known.tso
  const leaveOutDays = (source: DayTable, isLeftOut: (day: number) => boolean) =>
    createDayTable(days, (table, day) => {
      if (!isLeftOut(day)) copyHours(source, table, day)
    })
  const actual = leaveOutDays(mended.actual, isBeyondLimits)
  const tso = leaveOutDays(mended.tso, (day) => faultOn(day) !== null || copies.has(day))
  const firstHoursActual = createDayTable(days, (table, day) => {
    // A fault of the day before lasts until morning.
    if (isBeyondLimits(day - 1)) return
    copyHours(known.actualSoFar, table, day, knownHours)
    eraseHours(table, day, brokenOn(known.actualSoFar, day, knownHours))
  })
  const difference = subtractTables(actual, tso)
  return {
    publishedTso: known.tso,
    /** Broken hours repaired, unusable days removed. */
    tso,
    /** For learning: without broken hours and days beyond the limits. */
    actual,
    /** For scoring: without copies, and the second and later of consecutive days beyond the limits. */
    scoredActual: leaveOutDays(mended.actual, (day) => copies.has(day) || isSuspicious(day)),
    firstHoursActual,
    /** Actual − usable TSO, for learning. */
    error: createDayTable(days, (table, day) => {
      copyHours(difference, table, day)
      eraseHours(table, day, brokenOn(known.tso, day))
      eraseHours(table, day, copiedHours(day))
    }),
    firstHoursError: subtractTables(firstHoursActual, tso),
    /** Peak known on the morning before, MW, one number a row. */
    peakMw,
    /** Peak without the days left out of `actual`. */
    plausiblePeakMw: trackPeak({ tso: known.tso, actual }),
    defectsOn: (day: number): ReadonlySet<Defect> => defectsOn(judged, day),
  }
}

function defectsOn(
  { known, brokenOn, isSuspicious, copiedHours, faultOn }: ReturnType<typeof judgeQuantity>,
  day: number,
): ReadonlySet<Defect> {
  const isPast = day <= known.actual.lastDay()
  const isPublished = day <= known.tso.lastDay()
  const defects = new Set<Defect>()
  if (isPast && brokenOn(known.actual, day).length > 0) defects.add('broken actual hours')
  if (isPast && isSuspicious(day)) defects.add('suspicious level')
  if (isPublished && brokenOn(known.tso, day).length > 0) defects.add('broken forecast hours')
  if (isPast && copiedHours(day).length > 0) defects.add('forecast equals actual')
  const fault = isPublished ? faultOn(day) : null
  if (fault !== null) defects.add(fault)
  return defects
}

function copyHours(source: DayTable, table: Float64Array, day: number, hours = HOURS_PER_DAY): void {
  const values = source.upTo(day)
  const start = day * HOURS_PER_DAY
  for (let cell = start; cell < start + hours; cell++) table[cell] = values[cell] ?? NaN
}

function eraseHours(table: Float64Array, day: number, hours: readonly number[]): void {
  for (const hour of hours) table[day * HOURS_PER_DAY + hour] = NaN
}

/** The last hours repeat the value before. */
function fillHoles(table: Float64Array, start: number): void {
  const end = start + HOURS_PER_DAY
  for (let cell = start; cell < end; cell++) {
    if (!Number.isNaN(table[cell])) continue
    let next = cell
    while (next < end && Number.isNaN(table[next])) next++
    const before = table[cell - 1] ?? NaN
    const after = next < end ? (table[next] ?? NaN) : before
    if (next - cell <= BRIDGED_HOURS)
      for (let hole = cell; hole < next; hole++)
        table[hole] = before + ((after - before) * (hole - cell + 1)) / (next - cell + 1)
    cell = next
  }
}

/** Uses the third-highest hours, so that a lone spike does not count. */
function trackPeak({ tso, actual }: Record<'tso' | 'actual', DayTable>): DayTable {
  return perDay(tso.days, (day, peaks) =>
    Math.max(peaks[day - 1] ?? 0, thirdHighest(rowOf(tso, day)), thirdHighest(rowOf(actual, day - 2))),
  )
}

function thirdHighest(powerMw: Float64Array): number {
  let first = 0
  let second = 0
  let third = 0
  for (const mw of powerMw) {
    third = Math.max(third, Math.min(second, mw || 0))
    second = Math.max(second, Math.min(first, mw || 0))
    first = Math.max(first, mw || 0)
  }
  return third
}
