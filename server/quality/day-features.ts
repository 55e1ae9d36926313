import { COPY, ROUNDED_MW } from './thresholds.ts'

/** What a day of a quantity is judged by. */
export interface DayFeatures {
  /** Hours with an actual value, with a forecast, with both. */
  actualHours: number
  forecastHours: number
  pairedHours: number
  /** Energy of all hours with an actual value. */
  measuredMwh: number
  /** Energy of the hours with both. */
  actualMwh: number
  forecastMwh: number
  /** The longest run of hours with one actual value. */
  stillHours: number
  /** Hours with both whose actual value is above rounding, and those of them whose forecast is near it. */
  comparedHours: number
  nearHours: number
  /** Hours above rounding whose forecast is the actual value itself. */
  equalHours: number
  /** How much forecast ÷ actual varies, as a share of its mean, and the least of this over all shifts; NaN where it is not judged. */
  spread: number
  leastSpread: number
}

/** Describes a day by its hourly values in the cells `from` to `to`, not included, MW. The cells before hold the hours before. */
export function describeDay(actual: Float64Array, tso: Float64Array, from: number, to: number): DayFeatures {
  // Not fields of an object: whole numbers that become fractions there cost more than all the rest.
  let [actualHours, forecastHours, pairedHours] = [0, 0, 0]
  let [measuredMwh, actualMwh, forecastMwh] = [0, 0, 0]
  let [stillHours, run, comparedHours, nearHours] = [0, 0, 0, 0]
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
    if (distance <= COPY.nearShare * value) nearHours++
  }
  const hours = { actualHours, forecastHours, pairedHours, stillHours, comparedHours, nearHours }
  const equalHours = findEqualHours(actual, tso, from, to).length
  const energy = { measuredMwh, actualMwh, forecastMwh }
  return { ...hours, ...energy, equalHours, ...ratioSpread(actual, tso, from, to) }
}

/** The hours, counted from `from`, whose forecast is the actual value itself and above rounding. */
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
    if (hours < COPY.minHoursOfDay || variation(hours, sumMw, squaresMw) < COPY.minVariation) continue
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
