/** Where actual and forecast are both this small, they are equal by rounding. */
export const ROUNDED_MW = 50
/** A forecast this close to the actual value, as a share of it, is copied or was made from it. */
const NEAR_SHARE = 0.003
/** A real forecast is this close in a tenth of the hours. In a larger share of the hours than this, it is a copy. */
const COPY_SHARE = 0.5
const MIN_COMPARED_HOURS = 14 * 24
/** Of the few hours of a day, more are near by chance. */
const COPY_SHARE_OF_DAY = 0.9
const MIN_COMPARED_HOURS_OF_DAY = 5

/** Hours of a day whose ratio of forecast to actual value is this close to the usual one of that day, as a share, are scaled copies. */
const SAME_RATIO = 0.002
/** Where the actual values of a day differ by less than this share, any flat forecast has the same ratio to them. */
const MIN_SWING = 0.1
/** A forecast can also repeat the actual values of an hour or a day before. */
const SHIFTS_HOURS = [1, 24]

/** How many hours could be compared, and in how many the forecast is nearly the actual value, that of a time before, or a fixed multiple of it. */
export interface NearHours {
  compared: number
  near: number
}

/** Compares the cells `from` to `to`, not included, of one day. Hours that are small enough to be equal by rounding do not count. */
export function countNearHours(actual: Float64Array, tso: Float64Array, from: number, to: number): NearHours {
  const same = countAt(actual, tso, from, to, { shift: 0, ratio: 1, share: NEAR_SHARE })
  if (isCopyOfDay(same)) return same
  const ratio = usualRatio(actual, tso, from, to)
  // A flat day is near every flat forecast and near itself a day later.
  if (ratio === null) return same
  const others = [
    ...SHIFTS_HOURS.map((shift) => ({ shift, ratio: 1, share: NEAR_SHARE })),
    { shift: 0, ratio, share: SAME_RATIO },
  ].map((way) => countAt(actual, tso, from, to, way))
  return others.find(isCopyOfDay) ?? same
}

function countAt(
  actual: Float64Array,
  tso: Float64Array,
  from: number,
  to: number,
  { shift, ratio, share }: { shift: number; ratio: number; share: number },
): NearHours {
  const hours = { compared: 0, near: 0 }
  for (let cell = from; cell < to; cell++) {
    const value = (actual[cell - shift] ?? NaN) * ratio
    const distance = Math.abs(value - (tso[cell] ?? NaN))
    if (Number.isNaN(distance) || value <= ROUNDED_MW) continue
    hours.compared++
    if (distance <= share * value) hours.near++
  }
  return hours
}

/** The median of forecast / actual value; null on a day whose actual values hardly change. */
function usualRatio(actual: Float64Array, tso: Float64Array, from: number, to: number): number | null {
  const ratios: number[] = []
  let [least, most] = [Infinity, 0]
  for (let cell = from; cell < to; cell++) {
    const value = actual[cell] ?? NaN
    const ratio = (tso[cell] ?? NaN) / value
    if (!(value > ROUNDED_MW) || Number.isNaN(ratio)) continue
    ratios.push(ratio)
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  return median > 0 && most - least > MIN_SWING * most ? median : null
}

/** True if what the TSO publishes is a copy of the actual values rather than a forecast. */
export function isCopy({ compared, near }: NearHours): boolean {
  return compared >= MIN_COMPARED_HOURS && near > COPY_SHARE * compared
}

/** True if the forecast of a single day is a copy. */
export function isCopyOfDay({ compared, near }: NearHours): boolean {
  return compared >= MIN_COMPARED_HOURS_OF_DAY && near >= COPY_SHARE_OF_DAY * compared
}
