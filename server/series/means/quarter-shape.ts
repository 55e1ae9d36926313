import { type Block, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'

/** Gives whole hours the shape that another forecast has within each, where it has finer values. Power falls nowhere below `leastMw`. */
export function withShapeOf(forecast: Block, shape: Block, leastMw: number): Block {
  const { startsAtUtc, stepMinutes } = shape
  const stepMs = stepMinutes * MINUTE_MS
  const slotsPerHour = HOUR_MS / stepMs
  const powerMw = shape.powerMw.map((value, slot) => {
    const utc = startsAtUtc + slot * stepMs
    const ofHour =
      forecast.powerMw[Math.floor((utc - forecast.startsAtUtc) / (forecast.stepMinutes * MINUTE_MS))] ?? NaN
    const first = slot - (slot % slotsPerHour)
    let sum = 0
    for (let other = first; other < first + slotsPerHour; other += 1) sum += shape.powerMw[other] ?? NaN
    const step = value - sum / slotsPerHour
    return Number.isNaN(step) || step === 0 ? ofHour : Math.max(leastMw, ofHour + step)
  })
  return { startsAtUtc, stepMinutes, powerMw }
}
