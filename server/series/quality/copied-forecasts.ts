/** Where actual and forecast are both this small, they are equal by rounding. */
export const ROUNDED_MW = 50
/** A forecast this close to the actual value, as a share of it, is copied or was made from it. */
const NEAR_SHARE = 0.003
/** A real forecast is this close in a tenth of the hours. In a larger share of the hours than this, it is a copy. */
const COPY_SHARE = 0.5
const MIN_COMPARED_HOURS = 14 * 24
/** More hours are near by chance among the few of a day. */
const COPY_SHARE_OF_DAY = 0.9
const MIN_COMPARED_HOURS_OF_DAY = 5

/** A forecast can be the actual values times a constant, or those of an hour or a day before. */
const SHIFTS_HOURS = [0, 1, 24]
/**
 * On the days of a scaled copy forecast ÷ actual varies by less than this, or by less than this share of what is usual. In recorded
 * years of five areas it varied by 0.009 or more, and by 0.44 of the usual, on the 14th day of any 27 in order of size.
 */
const SCALED_SPREAD = 0.002
const SCALED_SHARE = 1 / 20
/** On days whose actual values vary by less, any flat forecast has the same ratio to them. */
const MIN_VARIATION = 0.03
const USUAL_DAYS = 120
/** So many days like that make a copy: a real forecast may err by the same share for a day. */
export const SCALED_DAYS = 14

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

/** True if what the TSO publishes is a copy of the actual values rather than a forecast. */
export function isCopy(hours: NearHours): boolean {
  return hours.compared >= MIN_COMPARED_HOURS && isMostlyNear(hours)
}

/** True if more hours are near the actual value than of a real forecast; of a day some are. */
export function isMostlyNear({ compared, near }: NearHours): boolean {
  return near > COPY_SHARE * compared
}

/** True if the forecast in the cells from `from` on is a copy, as it is, or scaled or shifted on most days. */
export function isCopyFrom(actual: Float64Array, tso: Float64Array, from: number): boolean {
  const days = Array.from({ length: Math.floor((actual.length - from) / 24) }, (_, day) =>
    ratioSpread(actual, tso, from + day * 24, from + (day + 1) * 24),
  )
  const scaled = scaledCopies(days, 0).filter(Boolean).length
  return isCopy(countNearHours(actual, tso, from, actual.length)) || scaled > days.length / 2
}

/** True if the forecast of a single day is a copy. */
export function isCopyOfDay({ compared, near }: NearHours): boolean {
  return compared >= MIN_COMPARED_HOURS_OF_DAY && near >= COPY_SHARE_OF_DAY * compared
}

/** How much forecast ÷ actual value varies over a day, as a share of its mean; NaN where it is not judged. */
export interface RatioSpread {
  spread: number
  /** The least of all shifts. */
  leastSpread: number
}

/** Gives the spread of a day in the cells `from` to `to`, not included. The cells before hold the days before. */
export function ratioSpread(actual: Float64Array, tso: Float64Array, from: number, to: number): RatioSpread {
  let [spread, leastSpread] = [NaN, NaN]
  for (const shift of SHIFTS_HOURS) {
    let [hours, sumMw, squaresMw, sum, squares] = [0, 0, 0, 0, 0]
    for (let cell = from; cell < to; cell++) {
      const value = actual[cell - shift] ?? NaN
      const ratio = (tso[cell] ?? NaN) / value
      if (!(value > ROUNDED_MW) || Number.isNaN(ratio)) continue
      hours++
      sumMw += value
      squaresMw += value * value
      sum += ratio
      squares += ratio * ratio
    }
    if (hours < MIN_COMPARED_HOURS_OF_DAY || variation(hours, sumMw, squaresMw) < MIN_VARIATION) continue
    const found = variation(hours, sum, squares)
    if (shift === 0) spread = found
    if (!(leastSpread <= found)) leastSpread = found
  }
  return { spread, leastSpread }
}

/** The standard deviation of some numbers as a share of their mean, from their count, sum and sum of squares. */
function variation(count: number, sum: number, squares: number): number {
  return Math.sqrt(Math.max(0, (count * squares) / (sum * sum) - 1))
}

/** True if the ratio hardly varies on a day, by the days before it. */
export function isScaled(spreadOn: (day: number) => RatioSpread | undefined, day: number): boolean {
  const least = spreadOn(day)?.leastSpread ?? NaN
  if (!(least > SCALED_SPREAD)) return !Number.isNaN(least)
  let [known, wide] = [0, 0]
  for (let before = Math.max(0, day - USUAL_DAYS); before < day; before++) {
    const usual = spreadOn(before)?.spread ?? NaN
    if (!Number.isNaN(usual)) known++
    if (least < SCALED_SHARE * usual) wide++
  }
  return known >= SCALED_DAYS && wide > known / 2
}

/** The days that belong to a scaled or shifted copy of two weeks or more. Those before `first` are not judged. */
export function scaledCopies(days: readonly RatioSpread[], first: number): boolean[] {
  const scaled = days.map((_, day) => day > first - SCALED_DAYS && isScaled((before) => days[before], day))
  const countAround = (day: number) =>
    scaled.slice(Math.max(0, day - SCALED_DAYS + 1), day + SCALED_DAYS).filter(Boolean).length
  return scaled.map((isAlike, day) => isAlike && countAround(day) >= SCALED_DAYS)
}
