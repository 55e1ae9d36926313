/** `dimmed`: another period, dashed and faint. `ribbon`: wide and pale, below all others. `bold`: above all others. */
export type CurveStyle = 'solid' | 'dashed' | 'dotted' | 'dimmed' | 'ribbon' | 'bold'

export interface Curve {
  name: string
  style: CurveStyle
  /** Index into the palette. Beyond its end colours repeat with other dashes. */
  colourIndex: number
  /** CSS pixels; the style has a default. A narrower line lies on top, so that both show where they coincide. */
  widthPx?: number
  values: readonly (number | null)[]
  /** Stamps of this curve, all by default. Its line continues across the others, which belong to curves of another step. */
  ownStamps?: readonly boolean[]
  /** Each value holds until the next, as hourly values do among quarter hours. */
  isStepped?: boolean
  /** The dashed forecast that continues the measured values, from `fromS` (epoch seconds) on. */
  forecast?: { name: string; fromS: number; isStepped?: boolean }
}

export interface Band {
  name: string
  limits: readonly [low: string, high: string]
  /** Palette index of the curve that the band surrounds. */
  colourIndex: number
  low: readonly (number | null)[]
  high: readonly (number | null)[]
  isStepped?: boolean
}

/** Compares the first curve of `names` that has a value with an earlier curve. */
interface ComparedPair {
  names: readonly string[]
  measuredName: string | null
  earlierName: string
}

export interface Comparison {
  period: string
  pairs: readonly ComparedPair[]
  /** Time of an earlier value by the stamp at which it is drawn; epoch seconds. */
  earlierTimeS: (timeS: number) => number
}

export interface ValueRange {
  low: number
  high: number
}

export function rangeOf(values: readonly (number | null)[]): ValueRange | null {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? { low, high } : null
}

export interface Remark {
  /** Epoch seconds; `toS` is exclusive. */
  fromS: number
  toS: number
  text: string
  /** Shown in tables and files, not drawn. */
  isQuiet?: boolean
}

/** `timesS`: ascending, unique stamps (epoch seconds). */
export interface ChartData {
  timesS: readonly number[]
  curves: readonly Curve[]
  bands?: readonly Band[]
  remarks?: readonly Remark[]
  /** What sorted values count, such as `hours`. `timesS` then holds ranks, from 1. */
  ranks?: string
  comparison?: Comparison
  /** For each curve the measured values of its forecast or error; `null` for a measured curve. */
  measured?: readonly (readonly (number | null)[] | null)[]
}

export function toggled(hidden: readonly string[], name: string): readonly string[] {
  return hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]
}

/** Returns the hidden curves. A curve that is alone already brings all back. */
export function soloed(names: readonly string[], hidden: readonly string[], name: string): readonly string[] {
  return isAlone(names, hidden, name) ? [] : names.filter((other) => other !== name)
}

export function isAlone(names: readonly string[], hidden: readonly string[], name: string): boolean {
  return names.every((other) => hidden.includes(other) === (other !== name))
}

/** A band is hidden if all curves of its colour are. */
export function shownBands({ bands = [], curves }: ChartData, hidden: readonly string[]): Band[] {
  return bands.filter((band) => {
    const ofBand = curves.filter(({ colourIndex }) => colourIndex === band.colourIndex)
    return ofBand.length === 0 || ofBand.some(({ name }) => !hidden.includes(name))
  })
}

/** Distances on either side that determine a curve's step, which can change. */
const NEAR = 3
/** A clock change makes a day about 4% longer. */
const ABOUT_EQUAL = 1.05
const TOO_FAR = 1.5

type Owner = Pick<Curve, 'ownStamps'>

export function isOwnStamp({ ownStamps }: Owner, index: number): boolean {
  return ownStamps?.[index] !== false
}

export function ownTimes(timesS: readonly number[], curve: Owner): readonly number[] {
  return curve.ownStamps === undefined ? timesS : timesS.filter((_, index) => isOwnStamp(curve, index))
}

/** Index pairs of neighbouring stamps between which one is missing in the curve's own step. */
export function findGaps(timesS: readonly number[], curve: Owner): (readonly [from: number, to: number])[] {
  const own = [...timesS.keys()].filter((index) => isOwnStamp(curve, index))
  const apartS = own.slice(1).map((index, order) => (timesS[index] ?? 0) - (timesS[own[order] ?? 0] ?? 0))
  const [least, most] = apartS.reduce(
    ([low, high], distanceS) => [Math.min(low, distanceS), Math.max(high, distanceS)],
    [Infinity, 0],
  )
  if (most <= least * ABOUT_EQUAL) return []
  const stepsS = apartS.map((_, order) => {
    const before = stepOf(apartS.slice(Math.max(0, order - NEAR), order + 1))
    const after = stepOf(apartS.slice(order, order + 1 + NEAR))
    return Math.max(before, after)
  })
  // Irregular stamps repeat no distance: the last known step applies; without one there is no gap.
  let stepS = stepsS.find((known) => known > 0) ?? Infinity
  return apartS.flatMap((distanceS, order) => {
    const known = stepsS[order] ?? 0
    if (known > 0) stepS = known
    return distanceS > stepS * TOO_FAR ? [[own[order] ?? 0, own[order + 1] ?? 0] as const] : []
  })
}

/** The shortest distance that occurs twice (within 5%), or 0. */
function stepOf(apartS: readonly number[]): number {
  const sorted = apartS.toSorted((one, other) => one - other)
  return sorted.find((distanceS, index) => (sorted[index + 1] ?? Infinity) <= distanceS * ABOUT_EQUAL) ?? 0
}
