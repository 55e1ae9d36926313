import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'

import type { Block } from './series.ts'

/** MW, weighted by time. NaN if more than `maxMissingMs` has no value. */
export function meanPower(
  { startsAtUtc, stepMinutes, powerMw }: Block,
  fromUtc: number,
  toUtc: number,
  maxMissingMs = 0,
): number {
  const stepMs = stepMinutes * MINUTE_MS
  let sum = 0
  let coveredMs = 0
  let slot = Math.floor((fromUtc - startsAtUtc) / stepMs)
  for (let slotUtc = startsAtUtc + slot * stepMs; slotUtc < toUtc; slotUtc += stepMs, slot += 1) {
    const value = powerMw[slot] ?? NaN
    if (Number.isNaN(value)) continue
    // Some zones' clocks cut a slot in two.
    const sharedMs = Math.min(toUtc, slotUtc + stepMs) - Math.max(fromUtc, slotUtc)
    sum += value * sharedMs
    coveredMs += sharedMs
  }
  return toUtc - fromUtc - coveredMs <= maxMissingMs ? sum / coveredMs : NaN
}

export function meansBetween(block: Block, edges: readonly number[], maxMissingMs = 0): Float64Array {
  const means = new Float64Array(Math.max(0, edges.length - 1))
  for (let index = 0; index < means.length; index += 1)
    means[index] = meanPower(block, edges[index] ?? NaN, edges[index + 1] ?? NaN, maxMissingMs)
  return means
}

/** Begins and ends at whole hours of UTC. */
export function hourlyMeans(block: Block, maxMissingMs = 0): Float64Array {
  if (block.stepMinutes * MINUTE_MS === HOUR_MS) return block.powerMw
  const hours = (block.powerMw.length * block.stepMinutes * MINUTE_MS) / HOUR_MS
  const startOf = (hour: number) => block.startsAtUtc + hour * HOUR_MS
  return new Float64Array(hours).map((_, hour) =>
    meanPower(block, startOf(hour), startOf(hour + 1), maxMissingMs),
  )
}
