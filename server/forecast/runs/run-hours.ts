import type { DataDefect, RunInput } from '#contract/accuracy.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { HOURS_PER_DAY, type DayGrid } from '#server/forecast/model/history/day-grid.ts'
import { toPower } from '#server/series/power.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

/** MW, null for missing. */
type Power = number | null

/** In order: the delivery day, and two more hours if all TSO forecasts cover them. */
export interface RunHours {
  startsAtUtc: number[]
  /** As published; residual load only if all three parts are. */
  tso: ByQuantity<Power[]>
  model: ByQuantity<Power[]>
  final: ByQuantity<Power[]>
  /** Band of residual load, MW. */
  p10: Power[]
  p90: Power[]
}

export interface MadeForecast {
  /** `yyyy-MM-dd`. */
  day: string
  usedInputs: readonly RunInput[]
  missingInputs: readonly RunInput[]
  uploads: readonly string[]
  note: string
  defects: readonly DataDefect[]
  bandShift: number
  hours: RunHours
}

/** For users west of the market's zone. */
export const TAIL_HOURS = 2

export interface HourOfRun {
  slot: number
  hour: number
  /**
   * A second occurrence, or after the day: another hour's forecast, shifted by the difference in the TSO's
   * values.
   */
  isBorrowed: boolean
  isBeyond: boolean
}

/** A doubled hour twice, a skipped hour not at all, then the tail. */
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

/** `tso` is the hourly history. */
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

export function toRunHours(forecast: DayForecast, grid: DayGrid, tso: ByQuantity<Float64Array>): RunHours {
  const { targets } = forecast
  // Without the shift, wind after the day would be 24 hours old.
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
