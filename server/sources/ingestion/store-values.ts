import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'

import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import {
  countValues,
  type Provenance,
  type SeriesBlock,
  type SeriesKey,
  type StoredQuantity,
} from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { refuseImplausible, withoutPlaceholders } from '#server/sources/plausible-values.ts'
import { gapsOf, mergeBlocks, touching } from '#server/sources/quarter-hours.ts'
import { feedName, storedQuantities } from '#server/sources/source.ts'
import type { ArchivedValues, Feed, FeedSpan, Fetched, Source } from '#server/sources/source.ts'

export type IngestionMetrics = ReturnType<typeof createIngestionMetrics>

/** All counters start at 0: a counter that first appears at 1 has not increased. */
export function createIngestionMetrics(
  registry: Registry,
  { name: source, feeds }: Pick<Source, 'name' | 'feeds'>,
) {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name: `energy_source_${name}_total`, help, labelNames: ['source', label], registers })
  const metrics = {
    fetches: counter('fetches', 'Fetches from the source, including retries', 'kind'),
    failures: counter('failures', 'Fetches that failed', 'kind'),
    refusedValues: counter('refused_values', 'Implausible values, which are not stored', 'area'),
    changedValues: counter('changed_values', 'Values stored that were new or different', 'kind'),
    lastAnswer: new Gauge({
      name: 'energy_source_last_answer_timestamp_seconds',
      help: 'When the source last answered; 0 if not since the start',
      labelNames: ['source'],
      registers,
    }),
  }
  for (const { area, kind } of feeds) {
    for (const counter of [metrics.fetches, metrics.failures, metrics.changedValues])
      counter.inc({ source, kind }, 0)
    metrics.refusedValues.inc({ source, area }, 0)
  }
  metrics.lastAnswer.set({ source }, 0)
  return metrics
}

export interface StoreValuesParts {
  source: Source
  series: SeriesStore
  metrics: IngestionMetrics
  clock: Clock
}

export interface StoredValues {
  found: number
  changed: number
  refused: number
}

/** Actual values mirror the source, forecasts until they are due. Rejects with a `DatabaseError`, or when aborted. */
export async function storeValues(
  { feed, span }: FeedSpan,
  { blocks: given, unread, isSilent = false }: Fetched,
  parts: StoreValuesParts,
  signal: AbortSignal,
): Promise<StoredValues> {
  const { series, source } = parts
  const blocks = withoutPlaceholders(given)
  const withdrawn = isSilent ? [] : withdrawnSpans(feed, blocks, unread, span)
  const stored = await storePlausible(feed, blocks, parts, signal, (plausible, provenance) =>
    feed.kind === 'actual'
      ? series.mirror(plausible, withdrawn, provenance)
      : series.writeForecast(plausible, withdrawn, provenance),
  )
  if (feed.kind === 'tso')
    await series.addForecastVersions(source.earlierForecasts?.(feed, span) ?? [], source.name)
  return { ...stored, found: given.reduce((sum, { powerMw }) => sum + countValues(powerMw), 0) }
}

export async function storeArchived(
  { feed, blocks, updatedUtc }: ArchivedValues,
  parts: StoreValuesParts,
  signal: AbortSignal,
): Promise<void> {
  await storePlausible(feed, withoutPlaceholders(blocks), parts, signal, (plausible, provenance) =>
    parts.series.writeArchived(plausible, updatedUtc, provenance),
  )
}

async function storePlausible(
  feed: Feed,
  blocks: readonly SeriesBlock[],
  { source, metrics, clock }: StoreValuesParts,
  signal: AbortSignal,
  write: (plausible: readonly SeriesBlock[], provenance: Provenance) => Promise<number>,
): Promise<Omit<StoredValues, 'found'>> {
  const now = clock()
  const checked = blocks.map((block) => refuseImplausible(block, now))
  const refused = checked.reduce((sum, block) => sum + block.refused, 0)
  if (refused > 0) metrics.refusedValues.inc({ source: source.name, area: feed.area }, refused)
  signal.throwIfAborted()
  const plausible = checked.map(({ block }) => block)
  const changed = await write(plausible, { source: source.name, fetchedAtUtc: now })
  metrics.changedValues.inc({ source: source.name, kind: feed.kind }, changed)
  return { changed, refused }
}

/** Gaps in the whole hours of a span. Unreadable values are not withdrawn. */
function withdrawnSpans(
  feed: Feed,
  blocks: readonly SeriesBlock[],
  unread: Fetched['unread'],
  span: Span,
): (SeriesKey & Span)[] {
  const hours = {
    fromUtc: Math.ceil(span.fromUtc / HOUR_MS) * HOUR_MS,
    toUtc: Math.floor(span.toUtc / HOUR_MS) * HOUR_MS,
  }
  if (hours.toUtc <= hours.fromUtc) return []
  return storedQuantities(feed).flatMap((quantity) => {
    const own = <Of extends { quantity: StoredQuantity }>(all: readonly Of[]) =>
      all.filter((one) => one.quantity === quantity)
    const isUnread = touching(own(unread))
    const gaps = gapsOf(mergeBlocks(own(blocks), hours).quarters, (utc) => !isUnread(utc))
    return gaps.map((gap) => ({ area: feed.area, kind: feed.kind, quantity, ...gap }))
  })
}

/** Shortest hole of solar or wind: nights have no sun. */
const DARK_MS = DAY_MS

/** Spans without any value of the feed: a source that is half down answers like this. */
export function holesOf(feed: Feed, { blocks }: Fetched, span: Span): Span[] {
  if (span.toUtc <= span.fromUtc) return []
  const leastMs = feed.quantities.includes('load') ? HOUR_MS : DARK_MS
  return gapsOf(mergeBlocks(blocks, span).quarters, (utc) => utc >= span.fromUtc && utc < span.toUtc).filter(
    ({ fromUtc, toUtc }) => toUtc - fromUtc >= leastMs,
  )
}

const MAX_FAULTS = 5

export function logFaults(
  logger: Pick<FastifyBaseLogger, 'warn'>,
  feed: Feed,
  faults: readonly string[],
): void {
  if (faults.length === 0) return
  const reasons = faults.slice(0, MAX_FAULTS)
  logger.warn({ feed: feedName(feed), count: faults.length, reasons }, 'source sent values with faults')
}
