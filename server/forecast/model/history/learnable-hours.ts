import { hourlyMeans } from '#server/series/means/mean-power.ts'
import { type Block, HOUR_MS } from '#server/series/series.ts'

/**
 * The hours that the model may learn from: those that are at least half covered, because two quarters of an hour say more
 * than none. This is only for learning. What is shown or scored, and what a run says that it knew, uses whole hours.
 */
export function learnableHours(block: Block): Float64Array {
  return hourlyMeans(block, HOUR_MS / 2)
}
