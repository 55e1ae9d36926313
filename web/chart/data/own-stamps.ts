import type { Curve } from './chart-data.ts'

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
  return apartS.flatMap((distanceS, order) => {
    const before = stepOf(apartS.slice(Math.max(0, order - NEAR), order + 1))
    const after = stepOf(apartS.slice(order, order + 1 + NEAR))
    if (distanceS <= Math.max(before, after) * TOO_FAR) return []
    return [[own[order] ?? 0, own[order + 1] ?? 0] as const]
  })
}

/** The shortest distance that occurs twice; 0 without one. */
function stepOf(apartS: readonly number[]): number {
  const sorted = apartS.toSorted((one, other) => one - other)
  return sorted.find((distanceS, index) => (sorted[index + 1] ?? Infinity) <= distanceS * ABOUT_EQUAL) ?? 0
}
