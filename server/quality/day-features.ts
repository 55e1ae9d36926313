import { COPY, ROUNDED_MW } from './thresholds.ts'

export interface DayFeatures {
  /** Hours with an actual value, a forecast, both. */
  actualHours: number
  forecastHours: number
  pairedHours: number
  /** All hours with an actual value. */
  measuredMwh: number
  /** Hours with both. */
  actualMwh: number
  forecastMwh: number
  /** Longest run of hours with one actual value. */
  stillHours: number
  /** Above rounding; among them hours with a near forecast. */
  comparedHours: number
  nearHours: number
  /** Above rounding, with a forecast equal to the actual value. */
  equalHours: number
  /** Variation of forecast ÷ actual as a share of its mean, and its minimum over all shifts; NaN if not judged. */
  spread: number
  leastSpread: number
}

/** Hourly MW in the cells `from` to `to`, exclusive; earlier cells hold earlier hours. */
export function describeDay(actual: Float64Array, tso: Float64Array, from: number, to: number): DayFeatures {
  // As fields of an object or items of a list, whole numbers that become fractions cost more than all the rest.
  let actualHours = 0
  let forecastHours = 0
  let pairedHours = 0
  let measuredMwh = 0
  let actualMwh = 0
  let forecastMwh = 0
  let stillHours = 0
  let run = 0
  let comparedHours = 0
  let nearHours = 0
  let equalHours = 0
  for (let cell = from; cell < to; cell++) {
    const value = actual[cell] ?? NaN
    const forecast = tso[cell] ?? NaN
    if (!Number.isNaN(value)) {
      actualHours++
      measuredMwh += value
    }
    run = cell > from && value === actual[cell - 1] ? run + 1 : 1
    stillHours = Math.max(stillHours, run)
    if (!Number.isNaN(forecast)) forecastHours++
    const distance = Math.abs(value - forecast)
    if (Number.isNaN(distance)) continue
    pairedHours++
    actualMwh += value
    forecastMwh += forecast
    if (value <= ROUNDED_MW) continue
    comparedHours++
    if (distance === 0) equalHours++
    if (distance <= COPY.nearShare * value) nearHours++
  }
  const { spread, leastSpread } = ratioSpread(actual, tso, from, to)
  return {
    actualHours,
    forecastHours,
    pairedHours,
    measuredMwh,
    actualMwh,
    forecastMwh,
    stillHours,
    comparedHours,
    nearHours,
    equalHours,
    spread,
    leastSpread,
  }
}

/** Counted from `from`, above rounding. */
export function findEqualHours(actual: Float64Array, tso: Float64Array, from: number, to: number): number[] {
  const equal: number[] = []
  for (let cell = from; cell < to; cell++) {
    const value = actual[cell] ?? NaN
    if (value === tso[cell] && value > ROUNDED_MW) equal.push(cell - from)
  }
  return equal
}

function ratioSpread(actual: Float64Array, tso: Float64Array, from: number, to: number) {
  let [spread, leastSpread] = [NaN, NaN]
  for (const shift of COPY.shiftsHours) {
    let hours = 0
    let sumMw = 0
    let squaresMw = 0
    let sum = 0
    let squares = 0
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
    if (hours < COPY.minHoursOfDay || variation(hours, sumMw, squaresMw) < COPY.minVariationShare) continue
    const found = variation(hours, sum, squares)
    if (shift === 0) spread = found
    if (!(leastSpread <= found)) leastSpread = found
  }
  return { spread, leastSpread }
}

/** Standard deviation as a share of the mean. */
function variation(count: number, sum: number, squares: number): number {
  return Math.sqrt(Math.max(0, (count * squares) / (sum * sum) - 1))
}
