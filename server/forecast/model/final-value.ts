import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

/** Row × 24 + hour in MW; NaN for missing. */
interface Pasts {
  actual: Float64Array
  base: Float64Array
  other: Float64Array
}

/** First hour, and the hour after the last. */
type HourSpan = readonly [from: number, to: number]
const WHOLE_DAY: HourSpan = [0, HOURS_PER_DAY]

/**
 * Sums over the last days up to two before: errors of `base`, steps to `other`, and errors with a `share` of the
 * step, MW.
 */
function sumSteps({ actual, base, other }: Pasts, days: number, day: number, share = 0, hours = WHOLE_DAY) {
  const sum = { product: 0, square: 0, baseError: 0, blendError: 0, hours: 0 }
  const to = (day - 1) * HOURS_PER_DAY
  for (let cell = Math.max(0, to - days * HOURS_PER_DAY); cell < to; cell++) {
    const hour = cell % HOURS_PER_DAY
    if (hour < hours[0] || hour >= hours[1]) continue
    const error = (actual[cell] ?? NaN) - (base[cell] ?? NaN)
    const step = (other[cell] ?? NaN) - (base[cell] ?? NaN)
    if (Number.isNaN(error + step)) continue
    sum.product += error * step
    sum.square += step * step
    sum.baseError += Math.abs(error)
    sum.blendError += Math.abs(error - share * step)
    sum.hours++
  }
  return sum
}

/** Initial weight, and the days of errors that it counts for. */
interface Prior {
  weight: number
  days: number
}

interface Blend extends Pasts {
  days: number
  prior: Prior
  /** The whole day by default. */
  hours?: HourSpan | undefined
}

/**
 * Share, 0 to 1, of the step from `base` to `other` with the least square error, drawn towards the prior;
 * null without steps.
 */
export function blendWeight({ days, prior, hours = WHOLE_DAY, ...pasts }: Blend, day: number): number | null {
  return weightFrom(sumSteps(pasts, days, day, 0, hours), prior, hours[1] - hours[0])
}

type StepSums = Record<'product' | 'square' | 'hours', number>

function weightFrom({ product, square, hours }: StepSums, prior: Prior, hoursPerDay: number): number | null {
  if (square === 0) return null
  const priorSquare = (square / hours) * prior.days * hoursPerDay
  const weight = (product + prior.weight * priorSquare) / (square + priorSquare)
  return Math.min(1, Math.max(0, weight))
}

/** `blendWeight` of many days: sums a day of the past once. */
export function createBlend(
  days: number,
  prior: Prior,
  hours = WHOLE_DAY,
): (pasts: Pasts, day: number) => number | null {
  const known: StepSums[] = []
  return (pasts, day) => {
    const sum = { product: 0, square: 0, hours: 0 }
    for (let past = Math.max(0, day - 1 - days); past < day - 1; past++) {
      const ofDay = (known[past] ??= sumSteps(pasts, 1, past + 2, 0, hours))
      sum.product += ofDay.product
      sum.square += ofDay.square
      sum.hours += ofDay.hours
    }
    return weightFrom(sum, prior, hours[1] - hours[0])
  }
}

const WEIGHT_DAYS = 56
const PRIOR = { weight: 1, days: 56 }
/** `GUARD_MARGIN`: how much worse than the TSO the blend may be. */
const GUARD_DAYS = 28
const MIN_GUARD_DAYS = 7
const GUARD_MARGIN = 1.05

const UPLOAD_DAYS = 28
const UPLOAD_PRIOR = { weight: 0, days: 7 }
/** Required reduction of the last weeks' errors: 0.5 %. */
const MAX_REMAINING_ERROR = 0.995

/**
 * In simulated years of Germany, a good vendor loses 1 of its 39 %; one six times as bad every other four weeks
 * costs at most 14 % of a month, not 26.
 */
const STEP_MARGIN = 1.25

export function isWorse(pasts: Pasts, share: number, day: number, margin = 1): boolean {
  const { blendError, baseError, hours } = sumSteps(pasts, GUARD_DAYS, day, share)
  return hours >= MIN_GUARD_DAYS * HOURS_PER_DAY && blendError > margin * baseError
}

/** 1 is the model, 0 the TSO; 0 if the blend was worse than the TSO in the last weeks. */
export function modelWeight(pasts: Pasts, day: number): number {
  const weight = blendWeight({ ...pasts, days: WEIGHT_DAYS, prior: PRIOR }, day) ?? 1
  return isWorse(pasts, weight, day, GUARD_MARGIN) ? 0 : weight
}

/**
 * Share, 0 to 1, of the step from our final values (`base`) to an uploaded forecast. 0 unless the shares of
 * the last weeks, as known then, reduced the errors, and by more than the same step towards the TSO's
 * forecast: a copy of the TSO adds nothing.
 */
export function uploadWeight({ tso, ...pasts }: Pasts & { tso: Float64Array }, day: number): number {
  const weightFor = (other: Float64Array, on: number) =>
    blendWeight({ ...pasts, other, days: UPLOAD_DAYS, prior: UPLOAD_PRIOR }, on) ?? 0
  /** Errors with the step relative to errors without it. */
  const remaining = (other: Float64Array) => {
    const sum = { blendError: 0, baseError: 0, hours: 0 }
    for (let past = day - 1 - GUARD_DAYS; past <= day - 2; past++) {
      const ofDay = sumSteps({ ...pasts, other }, 1, past + 2, weightFor(other, past))
      sum.blendError += ofDay.blendError
      sum.baseError += ofDay.baseError
      sum.hours += ofDay.hours
    }
    return sum.hours >= MIN_GUARD_DAYS * HOURS_PER_DAY ? sum.blendError / sum.baseError : 1
  }
  const { other } = pasts
  const tsoInItsPlace = tso.map((mw, cell) => (Number.isNaN(other[cell]) ? NaN : mw))
  return remaining(other) <= MAX_REMAINING_ERROR * Math.min(1, remaining(tsoInItsPlace))
    ? weightFor(other, day)
    : 0
}

/** MW, from the largest step of the last weeks for which `other` was better than `base`. */
export function largestStep({ actual, base, other }: Pasts, day: number): number {
  const to = (day - 1) * HOURS_PER_DAY
  let most = 0
  for (let cell = Math.max(0, to - UPLOAD_DAYS * HOURS_PER_DAY); cell < to; cell++) {
    const [mw = NaN, ours = NaN, theirs = NaN] = [actual[cell], base[cell], other[cell]]
    if (Math.abs(mw - theirs) < Math.abs(mw - ours)) most = Math.max(most, Math.abs(theirs - ours))
  }
  return STEP_MARGIN * most
}
