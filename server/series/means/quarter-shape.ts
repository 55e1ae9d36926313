import { type Block, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'

/**
 * A forecast of hours with the shape that another forecast has within each hour: its value there less its mean of the hour. Hours that
 * the other lacks, or has no finer values of, stay as they are. Both blocks are of the same span; power falls below `leastMw` nowhere.
 */
export function withShapeOf(forecast: Block, shape: Block, leastMw: number): Block {
  const { startsAtUtc, stepMinutes } = shape
  if (forecast.stepMinutes <= stepMinutes) return forecast
  const stepMs = stepMinutes * MINUTE_MS
  const parts = forecast.stepMinutes / stepMinutes
  const hourOf = (slot: number) => Math.floor((startsAtUtc + slot * stepMs) / HOUR_MS)
  const sums = new Map<number, { sum: number; slots: number }>()
  for (const [slot, value] of shape.powerMw.entries()) {
    const { sum, slots } = sums.get(hourOf(slot)) ?? { sum: 0, slots: 0 }
    sums.set(hourOf(slot), { sum: sum + value, slots: slots + 1 })
  }
  const powerMw = shape.powerMw.map((value, slot) => {
    const ofHour = forecast.powerMw[Math.floor(slot / parts)] ?? NaN
    const { sum, slots } = sums.get(hourOf(slot)) ?? { sum: NaN, slots: 0 }
    const step = slots * stepMs === HOUR_MS ? value - sum / slots : NaN
    return Number.isNaN(step) || step === 0 ? ofHour : Math.max(leastMw, ofHour + step)
  })
  return { startsAtUtc, stepMinutes, powerMw }
}
