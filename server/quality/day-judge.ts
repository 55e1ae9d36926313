import type { Quantity } from '#server/series/series.ts'

import type { DayFeatures } from './day-features.ts'
import { COPY, FORECAST, LEVEL } from './thresholds.ts'

const HOURS_PER_DAY = 24

export type ForecastFault = 'no real forecast' | 'other fleet'

/** Actual values far from the TSO's forecast: −1 too low, 1 too high. */
export type Side = -1 | 0 | 1

/** Earlier days that influence the verdicts of a day. */
export const JUDGED_BY_DAYS = LEVEL.medianDays + LEVEL.usualDays

export type DayJudge = ReturnType<typeof createDayJudge>

/** Days are numbered from 0. No later day is described. */
export function createDayJudge(quantity: Quantity, describe: (day: number) => DayFeatures) {
  const featuresOf = remember(describe)
  const { levelSide, stillSide } = judgeLevels(quantity, featuresOf)
  const spreads = inOrder((day) => featuresOf(day).spread)
  const isScaled = remember((day) => isScaledCopy(spreads(day), featuresOf(day).leastSpread, day))
  const hasCopiedHours = (day: number) => featuresOf(day).equalHours >= COPY.minEqualHoursOfDay
  /** Judges the last days. `copies`: days that show a copy. */
  const judgeForecast = remember((lastDay): { fault: ForecastFault | null; copies: readonly number[] } => {
    const first = Math.max(0, lastDay + 1 - FORECAST.comparedDays)
    let comparedDays = 0
    let copiedHours = 0
    let scaledDays = 0
    let actualMwh = 0
    let forecastMwh = 0
    let comparedHours = 0
    let nearHours = 0
    for (let day = first; day <= lastDay; day++) {
      const features = featuresOf(day)
      if (features.actualMwh !== 0 || features.forecastMwh !== 0) comparedDays++
      if (hasCopiedHours(day)) copiedHours += features.equalHours
      if (isScaled(day)) scaledDays++
      actualMwh += features.actualMwh
      forecastMwh += features.forecastMwh
      comparedHours += features.comparedHours
      nearHours += features.nearHours
    }
    if (comparedDays < FORECAST.minDays) return { fault: null, copies: [] }
    const isRepeated = copiedHours > FORECAST.maxCopiedShare * comparedDays * HOURS_PER_DAY
    if (isRepeated || scaledDays >= COPY.scaledDays || isCopy([{ comparedHours, nearHours }])) {
      const isCopied = (day: number) => isScaled(day) || hasCopiedHours(day) || isMostlyNear(featuresOf(day))
      const days = Array.from({ length: lastDay + 1 - first }, (_, day) => first + day)
      return { fault: 'no real forecast', copies: days.filter(isCopied) }
    }
    const { fleetRatio } = FORECAST
    const isOtherFleet = forecastMwh > fleetRatio * actualMwh || actualMwh > fleetRatio * forecastMwh
    return { fault: isOtherFleet ? 'other fleet' : null, copies: [] }
  })
  return { featuresOf, levelSide, stillSide, isScaled, hasCopiedHours, judgeForecast }
}

function judgeLevels(quantity: Quantity, featuresOf: (day: number) => DayFeatures) {
  /** MW; NaN if too few hours are known. */
  const forecastsMw = inOrder((day) => {
    const { pairedHours, forecastMwh } = featuresOf(day)
    return pairedHours < LEVEL.minHours ? NaN : forecastMwh / pairedHours
  })
  /** log(actual ÷ forecast); NaN if not judged. */
  const ratios = inOrder((day) => {
    const { pairedHours, actualMwh, forecastMwh } = featuresOf(day)
    if (pairedHours < LEVEL.minHours || !(actualMwh > 0) || !(forecastMwh > 0)) return NaN
    const usualMw = meanBefore(forecastsMw(day), day)
    const isSmall = forecastMwh / pairedHours <= LEVEL.smallShare[quantity] * usualMw
    return isSmall ? NaN : Math.log(actualMwh / forecastMwh)
  })
  /** Mean power of days that move, MW. */
  const movingMw = inOrder((day) => {
    const { actualHours, stillHours, measuredMwh } = featuresOf(day)
    return actualHours < LEVEL.minHours || stillHours >= LEVEL.minHours ? NaN : measuredMwh / actualHours
  })
  return {
    /** One day beyond the limits may have a bad forecast; two in a row are suspicious. */
    levelSide: remember((day): Side => {
      const { pairedHours, actualMwh, forecastMwh } = featuresOf(day)
      // A day of little power still counts as an earlier day.
      if (Math.max(actualMwh, forecastMwh) <= LEVEL.smallMw * pairedHours) return 0
      return sideAmong(ratios(day), day, LEVEL.minLogDistance[quantity], LEVEL.maxDeviations[quantity])
    }),
    /** For a day at one value nearly all day: side of its usual level. Sun stands still at night. */
    stillSide: (day: number): Side => {
      const { actualHours, stillHours, measuredMwh } = featuresOf(day)
      if (quantity === 'solar' || stillHours < LEVEL.minHours) return 0
      const usualMw = meanBefore(movingMw(day), day)
      if (!(usualMw > LEVEL.smallMw)) return 0
      return measuredMwh / actualHours < usualMw ? -1 : 1
    },
  }
}

/** A constant multiple of the actual values, of the same hours, or of an hour or a day before. */
function isScaledCopy(spreads: readonly number[], least: number, day: number): boolean {
  if (!(least > COPY.maxScaledSpreadShare)) return !Number.isNaN(least)
  let [known, wide] = [0, 0]
  for (let before = Math.max(0, day - COPY.usualDays); before < day; before++) {
    const usual = spreads[before] ?? NaN
    if (!Number.isNaN(usual)) known++
    if (least < COPY.scaledShareOfUsual * usual) wide++
  }
  return known >= COPY.scaledDays && wide > known / 2
}

function remember<Value>(valueOf: (day: number) => Value): (day: number) => Value {
  const known: Value[] = []
  return (day) => (known[day] ??= valueOf(day))
}

/** Values up to the requested day. */
function inOrder(valueOf: (day: number) => number): (day: number) => readonly number[] {
  const values: number[] = []
  return (day) => {
    while (values.length <= day) values.push(valueOf(values.length))
    return values
  }
}

/** NaN if too few earlier days are known. */
function meanBefore(values: readonly number[], day: number): number {
  let sum = 0
  let count = 0
  for (let before = Math.max(0, day - LEVEL.usualDays); before < day; before++) {
    const value = values[before] ?? NaN
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count < LEVEL.minDays ? NaN : sum / count
}

function sideAmong(ratios: readonly number[], day: number, minDistance: number, maxDeviations: number): Side {
  const ratio = ratios[day] ?? NaN
  const first = Math.max(0, day - LEVEL.medianDays)
  let [known, near] = [0, 0]
  for (let before = first; before < day; before++) {
    const distance = Math.abs(ratio - (ratios[before] ?? NaN))
    if (!Number.isNaN(distance)) known++
    if (distance <= minDistance) near++
  }
  // A ratio near most earlier ones is near their median, which need not be computed.
  if (known < LEVEL.minDays || near > known / 2) return 0
  const before = ratios.slice(first, day).filter((value) => !Number.isNaN(value))
  const median = medianOf(before)
  const distance = Math.abs(ratio - median)
  if (distance <= minDistance) return 0
  if (distance <= maxDeviations * medianOf(before.map((value) => Math.abs(value - median)))) return 0
  return ratio > median ? 1 : -1
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

/** Two in a row beyond the limits, or one that stands still. Days before `first` are not judged. */
export function suspiciousSides(judge: DayJudge, days: number, first: number): Side[] {
  const sides = Array.from({ length: days }, (_, day) => (day < first - 1 ? 0 : judge.levelSide(day)))
  return sides.map((side, day) => {
    if (day < first) return 0
    const isOneOfTwo = side !== 0 && (sides[day - 1] === side || sides[day + 1] === side)
    return isOneOfTwo ? side : judge.stillSide(day)
  })
}

/** Two weeks or more. Days before `first` are not judged. */
export function scaledCopies(judge: DayJudge, days: number, first: number): boolean[] {
  const scaled = Array.from(
    { length: days },
    (_, day) => day > first - COPY.scaledDays && judge.isScaled(day),
  )
  return scaled.map((isAlike, day) => {
    const around = scaled.slice(Math.max(0, day - COPY.scaledDays + 1), day + COPY.scaledDays)
    return isAlike && around.filter(Boolean).length >= COPY.scaledDays
  })
}

/** Counts copies as they are, scaled or late. */
export function isCopyOfMost(judge: DayJudge, days: number): boolean {
  const features = Array.from({ length: days }, (_, day) => judge.featuresOf(day))
  return isCopy(features) || scaledCopies(judge, days, 0).filter(Boolean).length > days / 2
}

export function isCopyOfDay({ comparedHours, nearHours }: DayFeatures): boolean {
  return comparedHours >= COPY.minHoursOfDay && nearHours >= COPY.nearHoursShareOfDay * comparedHours
}

/** A real forecast has fewer near hours. On a single day some are near by chance. */
function isMostlyNear({ comparedHours, nearHours }: NearHours): boolean {
  return nearHours > COPY.nearHoursShare * comparedHours
}

type NearHours = Pick<DayFeatures, 'comparedHours' | 'nearHours'>

export function isCopy(days: readonly NearHours[]): boolean {
  const sum = {
    comparedHours: sumOf(days, ({ comparedHours }) => comparedHours),
    nearHours: sumOf(days, ({ nearHours }) => nearHours),
  }
  return sum.comparedHours >= COPY.minHours && isMostlyNear(sum)
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)
