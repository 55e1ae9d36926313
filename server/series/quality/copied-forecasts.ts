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

/** How many hours could be compared, and in how many the forecast is nearly the actual value. */
export interface NearHours {
  compared: number
  near: number
}

/** Compares the cells `from` to `to`, not included. Hours that are small enough to be equal by rounding do not count. */
export function countNearHours(actual: Float64Array, tso: Float64Array, from: number, to: number): NearHours {
  const hours = { compared: 0, near: 0 }
  for (let cell = from; cell < to; cell++) {
    const value = actual[cell] ?? NaN
    const distance = Math.abs(value - (tso[cell] ?? NaN))
    if (Number.isNaN(distance) || value <= ROUNDED_MW) continue
    hours.compared++
    if (distance <= NEAR_SHARE * value) hours.near++
  }
  return hours
}

/** Whether what the TSO publishes is a copy of the actual values rather than a forecast. */
export function isCopy({ compared, near }: NearHours): boolean {
  return compared >= MIN_COMPARED_HOURS && near > COPY_SHARE * compared
}

/** The same of a single day. */
export function isCopyOfDay({ compared, near }: NearHours): boolean {
  return compared >= MIN_COMPARED_HOURS_OF_DAY && near >= COPY_SHARE_OF_DAY * compared
}
