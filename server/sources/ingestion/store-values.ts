import type { Clock } from '#server/clock.ts'
import type { SeriesBlock, SeriesStore } from '#server/series/series.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'
import type { Feed, Source } from '#server/sources/source.ts'

import type { IngestionMetrics } from './metrics.ts'

/** Values a transaction: the embedded database answers other calls between two of them. */
const VALUES_PER_WRITE = 40_000

export interface StoreValuesParts {
  source: Source
  series: SeriesStore
  metrics: IngestionMetrics
  clock: Clock
}

export interface StoredValues {
  /** Values that the source gave. */
  found: number
  /** Stored values that are new or different now. */
  changed: number
  /** Values that cannot be true and were not stored. */
  refused: number
}

function* inBatches(blocks: readonly SeriesBlock[]): Generator<SeriesBlock[]> {
  let batch: SeriesBlock[] = []
  let values = 0
  for (const block of blocks) {
    if (batch.length > 0 && values + block.powerMw.length > VALUES_PER_WRITE) {
      yield batch
      batch = []
      values = 0
    }
    batch.push(block)
    values += block.powerMw.length
  }
  if (batch.length > 0) yield batch
}

function countValues(blocks: readonly SeriesBlock[]): number {
  return blocks.reduce((sum, { powerMw }) => sum + powerMw.filter((value) => !Number.isNaN(value)).length, 0)
}

/**
 * Stores what a feed gave, except values that cannot be true. Rejects with a `DatabaseError`, or with the signal's reason
 * when it aborts; what is stored by then stays.
 */
export async function storeValues(
  feed: Feed,
  blocks: readonly SeriesBlock[],
  { source, series, metrics, clock }: StoreValuesParts,
  signal: AbortSignal,
): Promise<StoredValues> {
  const now = clock()
  const checked = blocks.map((block) => refuseImplausible(block, now))
  const refused = checked.reduce((sum, block) => sum + block.refused, 0)
  if (refused > 0) metrics.refusedValues.inc({ source: source.name, area: feed.area }, refused)
  const provenance = { source: source.name, fetchedAtUtc: now }
  const mode = feed.kind === 'actual' ? 'revise' : 'keep-first'
  let changed = 0
  for (const batch of inBatches(checked.map(({ block }) => block))) {
    signal.throwIfAborted()
    const { changedSlots } = await series.write(batch, provenance, mode)
    metrics.changedValues.inc({ source: source.name, kind: feed.kind }, changedSlots)
    changed += changedSlots
  }
  return { found: countValues(blocks), changed, refused }
}
