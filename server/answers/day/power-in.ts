import { meanPower } from '#server/series/mean-power.ts'
import { toPower } from '#server/series/power.ts'
import type { Block, Span } from '#server/series/series.ts'

/** The mean of a block over a local hour, MW; null where a part of the hour is missing. Weighted by overlap. */
export function powerIn(block: Block, { fromUtc, toUtc }: Span): number | null {
  return toPower(meanPower(block, fromUtc, toUtc))
}
