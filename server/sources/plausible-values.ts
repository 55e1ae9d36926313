import { MINUTE_MS } from '#server/series/series.ts'
import type { SeriesBlock } from '#server/series/series.ts'

/** More than all of Europe needs: the unit is wrong or a meter is broken. */
const MOST_MW = 500_000
/** Plants that stand still draw a little power. A value further below zero than this is not feed-in. */
const LEAST_FEED_IN_MW = -100
/** How far the clock of a source may differ from ours. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

export interface CheckedBlock {
  /** The block with NaN in place of what is refused. */
  block: SeriesBlock
  refused: number
}

/** Refuses values that cannot be true: infinite, load not above 0, feed-in far below 0, over 500 GW, actual values of the future. */
export function refuseImplausible(block: SeriesBlock, now: number): CheckedBlock {
  const isLoad = block.quantity === 'load'
  const stepMs = block.stepMinutes * MINUTE_MS
  let refused = 0
  const powerMw = block.powerMw.map((value, index) => {
    if (Number.isNaN(value)) return value
    const endsAtUtc = block.startsAtUtc + (index + 1) * stepMs
    const isPossible = value <= MOST_MW && (isLoad ? value > 0 : value >= LEAST_FEED_IN_MW)
    if (isPossible && (block.kind !== 'actual' || endsAtUtc <= now + CLOCK_TOLERANCE_MS)) return value
    refused += 1
    return NaN
  })
  return { block: refused === 0 ? block : { ...block, powerMw }, refused }
}
