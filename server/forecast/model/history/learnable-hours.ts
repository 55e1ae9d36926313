import { hourlyMeans } from '#server/series/mean-power.ts'
import { type Block, HOUR_MS } from '#server/series/series.ts'

/**
 * The hours that the model may learn from: those of which at least half is covered, since two quarters of an hour tell more than
 * none. Only for learning: what is shown or scored, and what a run says that it knew, takes whole hours.
 */
export function learnableHours(block: Block): Float64Array {
  return hourlyMeans(block, HOUR_MS / 2)
}
