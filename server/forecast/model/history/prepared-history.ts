import {
  countNearHours,
  isCopy,
  isMostlyNear,
  isScaled,
  ratioSpread,
  SCALED_DAYS,
} from '#server/series/quality/copied-forecasts.ts'
import type { NearHours, RatioSpread } from '#server/series/quality/copied-forecasts.ts'
import { hasLittlePower, logRatio, meanForecast, sideOf } from '#server/series/quality/suspicious-days.ts'
import type { DayEnergy } from '#server/series/quality/suspicious-days.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import type { AreaPlace } from './area-places.ts'
import { HOURS_PER_DAY } from './day-grid.ts'
import { sumTogether } from './day-means.ts'
import { createDayTable, type DayTable, joinTables, perDay, rowOf, subtractTables } from './day-table.ts'
import { brokenHours, copiedHours, STUCK_HOURS, USELESS_HOURS } from './defects.ts'
import { createKnownHistory } from './known-history.ts'
import type { HourlyHistory, InformationTime, KnownHistory, KnownQuantity } from './known-history.ts'

/** Faults that stop the TSO's values from being used, in the order in which they are reported. */
export type Defect =
  | 'broken forecast hours'
  | 'broken actual hours'
  | 'suspicious level'
  | 'forecast equals actual'
  | 'no real forecast'
  | 'other fleet'

/** One quantity by local day and hour, MW, NaN for missing or not to be trusted; each table as far as it is known. */
export type PreparedQuantity = ReturnType<typeof prepareQuantity>

/** An area's history made ready for the model, and its information time. */
export interface PreparedHistory extends Omit<KnownHistory, 'quantities'> {
  quantities: ByQuantity<PreparedQuantity>
  /** The history as if the forecasts that are known as copies by a day had been missing; itself if it is without them already. */
  withoutCopies(day: number): PreparedHistory
}

/** Longest gap in a forecast that is filled by a straight line, hours. */
export const BRIDGED_HOURS = 3
/** Days over which a forecast is compared with the actual values. */
const FLEET_DAYS = 28
const MIN_FLEET_DAYS = 14
/** A forecast of another fleet of plants: its energy is this many times too large or too small. */
const FLEET_RATIO = 2
/** A forecast copied from the actual values in more of the hours than this says nothing about tomorrow. */
const COPIED_SHARE = 0.2

/** Makes the history ready for the model, day by day as it becomes known: faults are found and left out. */
export function prepareHistory(
  history: HourlyHistory,
  place: AreaPlace,
  informationTime: InformationTime,
): PreparedHistory {
  const known = createKnownHistory(history, place, informationTime)
  const prepare = (copies: ByQuantity<ReadonlySet<number>>): PreparedHistory => {
    const quantities = byQuantity((quantity) =>
      prepareQuantity(quantity, known.quantities[quantity], informationTime.knownHours, copies[quantity]),
    )
    return {
      ...known,
      quantities,
      withoutCopies(day) {
        const found = byQuantity((quantity) => quantities[quantity].copiesBy(day))
        const isNew = QUANTITIES.some((quantity) => found[quantity].size > copies[quantity].size)
        return isNew ? prepare(byQuantity((quantity) => new Set(found[quantity]))) : this
      },
    }
  }
  return prepare(byQuantity(() => new Set<number>()))
}

function prepareQuantity(
  quantity: Quantity,
  known: KnownQuantity,
  knownHours: number,
  copies: ReadonlySet<number>,
) {
  const { days } = known.tso
  const peakMw = trackPeak(known)
  const brokenOn = (source: DayTable, day: number, hours = HOURS_PER_DAY, stuckHours = STUCK_HOURS) =>
    brokenHours(source.upTo(day), day, hours, quantity, peakMw.upTo(day)[day] ?? 0, stuckHours)
  const copiedOn = (day: number) => copiedHours(known.actual.upTo(day), known.tso.upTo(day), day)

  const plausible = createDayTable(days, (table, day) => {
    copyHours(known.actual, table, day)
    eraseHours(table, day, brokenOn(known.actual, day))
  })
  const mendedTso = createDayTable(days, (table, day) => {
    copyHours(known.tso, table, day)
    eraseHours(table, day, brokenOn(known.tso, day, HOURS_PER_DAY, USELESS_HOURS))
    fillHoles(table, day * HOURS_PER_DAY)
  })
  const evidence = collectEvidence(plausible, mendedTso, copiedOn)
  const levels = judgeLevels(quantity, days, evidence)
  const levelOn = (day: number) => levels.upTo(day)[day] ?? 0
  const without = (least: number) => joinTables(plausible, levels, (mw, level) => (level < least ? mw : NaN))
  const actual = without(BEYOND_LIMITS)
  const firstHoursActual = createDayTable(days, (table, day) => {
    // A fault of the day before lasts until this morning.
    if (levelOn(day - 1) >= BEYOND_LIMITS) return
    copyHours(known.actualSoFar, table, day, knownHours)
    eraseHours(table, day, brokenOn(known.actualSoFar, day, knownHours))
  })
  const { faultOn, copiesBy } = judgeForecasts(days, evidence)
  const tso = createDayTable(days, (table, day) => {
    if (faultOn(day) === null && !copies.has(day)) copyHours(mendedTso, table, day)
  })
  const scored = without(SUSPICIOUS)
  const difference = subtractTables(actual, tso)
  const error = createDayTable(days, (table, day) => {
    copyHours(difference, table, day)
    eraseHours(table, day, brokenOn(known.tso, day))
    eraseHours(table, day, copiedOn(day))
  })
  const firstHoursError = subtractTables(firstHoursActual, tso)

  return {
    publishedTso: known.tso,
    /** The part of the TSO's forecast that the model can use: broken hours are repaired, days with an unusable forecast are left out. */
    tso,
    /** Actual values of whole days that the model learns from: without broken hours and days beyond the limits of the level. */
    actual,
    /** Actual values that forecasts are scored against, without copies; of days beyond the limits only those that follow another are left out. */
    scoredActual: createDayTable(days, (table, day) => {
      if (!copies.has(day)) copyHours(scored, table, day)
    }),
    /** Actual values of the first hours of a day, judged before the rest of the day is known. */
    firstHoursActual,
    /** Actual − usable TSO of whole days: what the model learns from. */
    error,
    firstHoursError,
    /** Highest power known on the morning before each day, MW; one number per row. */
    peakMw,
    /** The highest power without the days that are left out of `actual`. */
    plausiblePeakMw: trackPeak({ tso: known.tso, actual }),
    /** Days whose forecast was used, and had turned out to be a copy of the actual values by the morning before `day`. */
    copiesBy,
    defectsOn: (day: number): ReadonlySet<Defect> => {
      const defects = new Set<Defect>()
      const isPast = day <= known.actual.lastDay()
      const isPublished = day <= known.tso.lastDay()
      if (isPast && brokenOn(known.actual, day).length > 0) defects.add('broken actual hours')
      if (isPast && levelOn(day) === SUSPICIOUS) defects.add('suspicious level')
      if (isPublished && brokenOn(known.tso, day).length > 0) defects.add('broken forecast hours')
      const fault = isPublished ? faultOn(day) : null
      if (isPast && copiedOn(day).length > 0) defects.add('forecast equals actual')
      if (fault !== null) defects.add(fault)
      return defects
    },
  }
}

function copyHours(source: DayTable, table: Float64Array, day: number, hours = HOURS_PER_DAY): void {
  table.set(rowOf(source, day).subarray(0, hours), day * HOURS_PER_DAY)
}

function eraseHours(table: Float64Array, day: number, hours: readonly number[]): void {
  for (const hour of hours) table[day * HOURS_PER_DAY + hour] = NaN
}

/** By what the forecast and the level of a day are judged: energy in the hours that have both values, and hours that are copied. */
interface Evidence extends DayEnergy, NearHours, RatioSpread {
  copied: number
}

function collectEvidence(
  actual: DayTable,
  tso: DayTable,
  copiedOn: (day: number) => readonly number[],
): (day: number) => Evidence {
  const known: Evidence[] = []
  const collect = (day: number): Evidence => {
    const { first: actualMwh, second: forecastMwh, hours } = sumTogether(actual, tso, day)
    const near = countNearHours(rowOf(actual, day), rowOf(tso, day), 0, HOURS_PER_DAY)
    const from = day * HOURS_PER_DAY
    const spread = ratioSpread(actual.upTo(day), tso.upTo(day), from, from + HOURS_PER_DAY)
    return { actualMwh, forecastMwh, hours, ...near, ...spread, copied: copiedOn(day).length }
  }
  return (day) => (known[day] ??= collect(day))
}

/** Levels of a day: how far its actual values lie from what the TSO's forecast lets expect. 0 is within the limits. */
const BEYOND_LIMITS = 1
/** Beyond the limits on the same side as the day before. */
const SUSPICIOUS = 2

/** Judges levels by the days before: the first suspicious day cannot be told from one whose forecast was bad. Nothing is learned from either. */
function judgeLevels(quantity: Quantity, days: number, evidence: (day: number) => Evidence): DayTable {
  const forecasts = perDay(days, (day) => meanForecast(evidence(day)))
  const ratios = perDay(days, (day) => logRatio(quantity, evidence(day), forecasts.upTo(day), day))
  const sides = perDay(days, (day) =>
    hasLittlePower(evidence(day)) ? 0 : sideOf(quantity, ratios.upTo(day), day),
  )
  return perDay(days, (day) => {
    const known = sides.upTo(day)
    if (known[day] === 0) return 0
    return known[day] === known[day - 1] ? SUSPICIOUS : BEYOND_LIMITS
  })
}

/** Finds the fault of the forecast of a day as a whole, judged by the days up to two before, and the days that show it to be a copy. */
function judgeForecasts(days: number, evidence: (day: number) => Evidence) {
  const scaled = perDay(days, (day) => (isScaled(evidence, day) ? 1 : 0))
  const judge = (day: number): { fault: Defect | null; copies: number[] } => {
    const sum = { actual: 0, tso: 0, copied: 0, compared: 0, near: 0, scaled: 0, days: 0 }
    const copies: number[] = []
    for (let past = Math.max(0, day - 1 - FLEET_DAYS); past <= day - 2; past++) {
      const ofDay = evidence(past)
      const { actualMwh, forecastMwh, copied, compared, near } = ofDay
      const isScaledDay = scaled.upTo(past)[past] === 1
      sum.actual += actualMwh
      sum.tso += forecastMwh
      sum.copied += copied
      sum.compared += compared
      sum.near += near
      if (isScaledDay) sum.scaled++
      if (actualMwh !== 0 || forecastMwh !== 0) sum.days++
      if (isScaledDay || copied > 0 || isMostlyNear(ofDay)) copies.push(past)
    }
    if (sum.days < MIN_FLEET_DAYS) return { fault: null, copies: [] }
    const isCopied = sum.copied > COPIED_SHARE * sum.days * HOURS_PER_DAY || isCopy(sum)
    if (isCopied || sum.scaled >= SCALED_DAYS) return { fault: 'no real forecast', copies }
    const isOtherFleet = sum.tso > FLEET_RATIO * sum.actual || sum.actual > FLEET_RATIO * sum.tso
    return { fault: isOtherFleet ? 'other fleet' : null, copies: [] }
  }
  const judged: ReturnType<typeof judge>[] = []
  const judgedOn = (day: number) => (judged[day] ??= judge(day))
  const faultOn = (day: number) => judgedOn(day).fault
  const found = new Set<number>()
  let next = 0
  return {
    faultOn,
    copiesBy: (day: number): ReadonlySet<number> => {
      for (; next <= day; next++)
        for (const past of judgedOn(next).copies) if (faultOn(past) === null) found.add(past)
      return found
    },
  }
}

/** Fills short gaps in a day's forecast from the hours around them, and the last hours with the value before. */
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

/** The third-highest hour of a day counts, so that a lone wrong spike does not. */
function trackPeak({ tso, actual }: Record<'tso' | 'actual', DayTable>): DayTable {
  return perDay(tso.days, (day, peaks) =>
    Math.max(peaks[day - 1] ?? 0, thirdHighest(rowOf(tso, day)), thirdHighest(rowOf(actual, day - 2))),
  )
}

function thirdHighest(powerMw: Float64Array): number {
  let [first, second, third] = [0, 0, 0]
  for (const mw of powerMw)
    if (mw > first) [first, second, third] = [mw, first, second]
    else if (mw > second) [second, third] = [mw, second]
    else if (mw > third) third = mw
  return third
}
