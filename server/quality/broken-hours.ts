import type { Quantity } from '#server/series/series.ts'

import { BROKEN_HOURS, ROUNDED_MW } from './thresholds.ts'

const HOURS_PER_DAY = 24

/** Among the first `knownHours`: zero load, `stuckHours` at one value, or a lone hour far from its neighbours. */
export function brokenHours(
  table: Float64Array,
  day: number,
  knownHours: number,
  quantity: Quantity,
  peakMw: number,
  stuckHours: number,
): number[] {
  const start = day * HOURS_PER_DAY
  const end = start + knownHours
  const smallMw = BROKEN_HOURS.smallPeakShare * peakMw
  const broken: number[] = []
  // The run may begin on earlier days.
  let runStart = 0
  let runEnd = Math.max(0, start - stuckHours)
  for (let cell = start; cell < end; cell++) {
    while (runEnd <= cell) {
      runStart = runEnd
      runEnd = endOfRun(table, runStart, end)
    }
    const value = table[cell] ?? NaN
    const isStuck = runEnd - runStart >= stuckHours && value > Math.max(smallMw, ROUNDED_MW)
    const isZeroLoad = quantity === 'load' && value <= 0
    const before = table[cell - 1] ?? NaN
    const after = cell + 1 < end ? (table[cell + 1] ?? NaN) : NaN
    const mean = (before + after) / 2
    const isLone =
      mean > smallMw &&
      Math.abs(before - after) < BROKEN_HOURS.agreementShare * mean &&
      Math.abs(value - mean) > BROKEN_HOURS.loneShare[quantity] * mean
    if (isZeroLoad || isLone || isStuck) broken.push(cell - start)
  }
  return broken
}

function endOfRun(table: Float64Array, from: number, end: number): number {
  let cell = from + 1
  while (cell < end && table[cell] === table[from]) cell++
  return cell
}
