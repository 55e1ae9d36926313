/** How a line is drawn; `dimmed`: another period, dashed and faint. */
export type CurveStyle = 'solid' | 'dashed' | 'dashdotted' | 'dotted' | 'dimmed'

export interface Curve {
  name: string
  style: CurveStyle
  /** Index into the palette. Beyond it, the dash tells a curve from the one of the same colour. */
  colourIndex: number
  /** The width of the line in CSS pixels, 2 by default. Narrower lines lie on wider ones, so that both show where they run together. */
  widthPx?: number
  /** One value per stamp of `timesS`; `null` is missing and stays a gap. */
  values: readonly (number | null)[]
  /** Which stamps of `timesS` are its own, all by default. The others belong to curves of another step, and its line goes on there. */
  ownStamps?: readonly boolean[]
  /** True if its values hold until the next one, as those of hours do among quarter hours. */
  isStepped?: boolean
  /** The forecast that continues what was measured, and from when on (epoch seconds). It is drawn dashed. */
  forecast?: { name: string; fromS: number; isStepped?: boolean }
}

/** A shaded area between two limits, below the curves. Each limit has one value per stamp; `null` leaves a gap. */
export interface Band {
  /** Its name in the legend, and in the tooltip before `low – high`. */
  name: string
  /** Names of its limits in a table: the lower one, then the upper one. */
  limits: readonly [low: string, high: string]
  /** The palette index of the curve that it surrounds. */
  colourIndex: number
  low: readonly (number | null)[]
  high: readonly (number | null)[]
  isStepped?: boolean
}

/** An earlier curve, and those whose difference to it is shown: that of the first of them that has a value. */
interface ComparedPair {
  names: readonly string[]
  /** The one whose difference needs no name; `null` where there is none. */
  measuredName: string | null
  earlierName: string
}

/** An earlier period that is drawn at the stamps of a later one. */
export interface Comparison {
  period: string
  /** The compared curves: one pair, or one for each area. */
  pairs: readonly ComparedPair[]
  /** The moment that an earlier value is from, by the stamp at which it is drawn; epoch seconds. */
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
  /** Epoch seconds, the end not included. */
  fromS: number
  toS: number
  text: string
  /** True if it only stands where values are written, and is not drawn. */
  isQuiet?: boolean
}

/** Data of a chart: curves over ascending, unique stamps (epoch seconds). */
export interface ChartData {
  timesS: readonly number[]
  curves: readonly Curve[]
  bands?: readonly Band[]
  remarks?: readonly Remark[]
  /** Where values are sorted: what one of them stands for, such as hours. `timesS` then holds their ranks, from 1 on. */
  ranks?: string
  /** A reading tells the difference, and the moment that the earlier values are from. */
  comparison?: Comparison
  /** In the order of the curves, what was measured of what they forecast, or what their errors are of; `null` for a measured curve. */
  measured?: readonly (readonly (number | null)[] | null)[]
}

export function toggled(hidden: readonly string[], name: string): readonly string[] {
  return hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]
}

/** The hidden curves after one is shown alone. If it is alone already, nothing stays hidden. */
export function soloed(names: readonly string[], hidden: readonly string[], name: string): readonly string[] {
  return isAlone(names, hidden, name) ? [] : names.filter((other) => other !== name)
}

export function isAlone(names: readonly string[], hidden: readonly string[], name: string): boolean {
  return names.every((other) => hidden.includes(other) === (other !== name))
}

/** A band is shown as long as a curve of its colour is. */
export function shownBands({ bands = [], curves }: ChartData, hidden: readonly string[]): Band[] {
  return bands.filter((band) => {
    const ofBand = curves.filter(({ colourIndex }) => colourIndex === band.colourIndex)
    return ofBand.length === 0 || ofBand.some(({ name }) => !hidden.includes(name))
  })
}

/** How many distances on either side show a curve's step, which can change on the way. */
const NEAR = 3
/** A clock change makes a day longer by less than this. */
const ABOUT_EQUAL = 1.05
/** Between stamps further apart than so many steps one is missing. */
const TOO_FAR = 1.5

type Owner = Pick<Curve, 'ownStamps'>

export function isOwnStamp({ ownStamps }: Owner, index: number): boolean {
  return ownStamps?.[index] !== false
}

/** The moments at which a curve has a value or a gap of its own. */
export function ownTimes(timesS: readonly number[], curve: Owner): readonly number[] {
  return curve.ownStamps === undefined ? timesS : timesS.filter((_, index) => isOwnStamp(curve, index))
}

/** Neighbouring stamps of a curve, by their positions, between which one is missing in the curve's own step. */
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
  // Between events no distance repeats nearby: the last step that is known counts, and without one no stamp can be missing.
  let stepS = stepsS.find((known) => known > 0) ?? Infinity
  return apartS.flatMap((distanceS, order) => {
    const known = stepsS[order] ?? 0
    if (known > 0) stepS = known
    return distanceS > stepS * TOO_FAR ? [[own[order] ?? 0, own[order + 1] ?? 0] as const] : []
  })
}

/** The shortest distance that occurs twice; 0 without one. */
function stepOf(apartS: readonly number[]): number {
  const sorted = apartS.toSorted((one, other) => one - other)
  return sorted.find((distanceS, index) => (sorted[index + 1] ?? Infinity) <= distanceS * ABOUT_EQUAL) ?? 0
}
