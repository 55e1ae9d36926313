import type { DataDefect, RunInput } from '#contract/accuracy.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { HOURS_PER_DAY, type DayGrid } from '#server/forecast/model/history/day-grid.ts'
import { toPower } from '#server/series/power.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

/** MW, null for missing. */
type Power = number | null

/** Values of a run by hour, in order of time: the hours of the delivery day, and two more where the TSO's forecasts of all quantities reach that far. */
export interface RunHours {
  startsAtUtc: number[]
  /** As the TSO published it; for the residual load only where all three parts were published. */
  tso: ByQuantity<Power[]>
  model: ByQuantity<Power[]>
  final: ByQuantity<Power[]>
  /** Band of the residual load, MW. */
  p10: Power[]
  p90: Power[]
}

/** A forecast of a delivery day with the inputs that it was made from. */
export interface MadeForecast {
  /** Delivery day of the market, `yyyy-MM-dd`. */
  day: string
  usedInputs: readonly RunInput[]
  missingInputs: readonly RunInput[]
  /** Labels of the uploaded forecasts that have a weight in the final values. */
  uploads: readonly string[]
  note: string
  defects: readonly DataDefect[]
  bandShift: number
  hours: RunHours
}

/** Hours beyond the day, for users west of the market's zone. */
export const TAIL_HOURS = 2

export interface HourOfRun {
  /** Slot of the hourly history. */
  slot: number
  /** The hour whose forecast is used. */
  hour: number
  /** The second occurrence of an hour, or one beyond the day: the forecast of the hour moved to the TSO's value here. */
  isBorrowed: boolean
  isBeyond: boolean
}

/** The hours of a day of the grid in order of time: a doubled hour twice, one that is left out not at all; then the tail. */
export function hoursOfDay(grid: DayGrid, day: number, tailHours = 0): HourOfRun[] {
  const hours: HourOfRun[] = []
  for (let hour = 0; hour < HOURS_PER_DAY + tailHours; hour++) {
    const slot = grid.slots[day * HOURS_PER_DAY + hour] ?? -1
    const isBeyond = hour >= HOURS_PER_DAY
    if (slot >= 0) hours.push({ slot, hour: hour % HOURS_PER_DAY, isBorrowed: isBeyond, isBeyond })
  }
  const repeated = grid.repeated.get(day)
  if (repeated) hours.push({ slot: repeated.slot, hour: repeated.hour, isBorrowed: true, isBeyond: false })
  return hours.sort((a, b) => a.slot - b.slot)
}

/** One value of a forecast at an hour of its run; `tso` is the hourly history of the TSO's forecasts. */
export function valueAt(
  { slot, hour, isBorrowed }: HourOfRun,
  values: Float64Array,
  tsoOfDay: Float64Array,
  tso: Float64Array,
): number {
  const value = values[hour] ?? NaN
  if (!isBorrowed) return value
  const move = (tso[slot] ?? NaN) - (tsoOfDay[hour] ?? NaN)
  return Number.isNaN(move) ? value : value + move
}

/** A forecast of a day as a run's hours; `tso` is the hourly history of the TSO's forecasts. */
export function toRunHours(forecast: DayForecast, grid: DayGrid, tso: ByQuantity<Float64Array>): RunHours {
  const { targets } = forecast
  // Beyond the day a forecast is moved to the TSO's: without that, wind would be that of 24 hours before.
  const canMove = (quantity: Quantity, { slot, hour }: HourOfRun) =>
    Number.isNaN(targets[quantity].final[hour] ?? NaN) ||
    !Number.isNaN((tso[quantity][slot] ?? NaN) - (targets[quantity].tso[hour] ?? NaN))
  const isKnown = (hour: HourOfRun) =>
    !hour.isBeyond || QUANTITIES.every((quantity) => canMove(quantity, hour))
  const hours = hoursOfDay(grid, forecast.day, TAIL_HOURS).filter(isKnown)
  const power = (kind: 'model' | 'final') => (quantity: Quantity) =>
    hours.map((hour) => {
      const value = valueAt(hour, targets[quantity][kind], targets[quantity].tso, tso[quantity])
      return quantity === 'load' ? value : Math.max(0, value)
    })
  const published = (quantity: Quantity) =>
    hours.map(({ slot, hour, isBorrowed }) => {
      const ofDay = targets[quantity].tso[hour] ?? NaN
      if (!isBorrowed) return ofDay
      return targets[quantity].tso.every(Number.isNaN) ? NaN : (tso[quantity][slot] ?? NaN)
    })
  const final = byQuantity(power('final'))
  const residual = residualLoad(final)
  const { band } = targets.residual
  const bound = (offsets: Float64Array) =>
    hours.map(({ hour }, i) => toPower((residual[i] ?? NaN) + (offsets[hour] ?? NaN)))
  const powers = (values: ByQuantity<number[]>) => byQuantity((quantity) => values[quantity].map(toPower))
  return {
    startsAtUtc: hours.map(({ slot }) => grid.startsAtUtc + slot * HOUR_MS),
    tso: powers(byQuantity(published)),
    model: powers(byQuantity(power('model'))),
    final: powers(final),
    p10: bound(band.low),
    p90: bound(band.high),
  }
}
