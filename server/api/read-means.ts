import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import {
  type Block,
  DAY_MS,
  MINUTE_MS,
  QUANTITIES,
  type Quantity,
  type SeriesKey,
  type SeriesStore,
  type Span,
} from '#server/series/series.ts'
import { bucketsOf, stampsOf, type TimeBuckets, withoutRunningDays } from '#server/series/time-buckets.ts'

import type { SeriesRequest } from './series-request.ts'

/** Rows of an answer: when each interval begins, and its mean power in MW, NaN for missing. */
export interface Means {
  stamps: readonly number[]
  powerMw: Float64Array
}

export interface MeansSource {
  series: Pick<SeriesStore, 'read' | 'readForecastAsOf'>
  /** The model's forecasts of an area as they were known at a time, by hour of UTC. */
  readModelAsOf: (area: SeriesRequest['area'], span: Span, knownUtc: number) => Promise<ByQuantity<Block>>
}

/** What is read at a time: a quarter of a year, so that an answer of ten years needs no more memory than one of a season. */
const BATCH_MS = 92 * DAY_MS
const QUARTER_MS = 15 * MINUTE_MS

/** The stored series that a request is answered from. */
export function seriesKeysOf({ area, quantity, kind }: SeriesRequest): SeriesKey[] {
  const quantities: readonly Quantity[] = quantity === 'residual' ? QUANTITIES : [quantity]
  return quantities.map((part) => ({ area, quantity: part, kind }))
}

/** Reads the answer to a request in batches, in order of time. Rejects with a `DatabaseError`. */
export async function* readMeans(
  source: MeansSource,
  request: SeriesRequest,
  nowUtc: number,
): AsyncGenerator<Means, void> {
  const { span, kind, frequency } = request
  for (let fromUtc = span.fromUtc; fromUtc < span.toUtc; fromUtc += BATCH_MS) {
    const buckets = bucketsIn({ fromUtc, toUtc: Math.min(span.toUtc, fromUtc + BATCH_MS) }, request)
    const { edges, maxMissingMs } = buckets
    if (edges.length === 0) continue
    const block = await readBlock(source, request, {
      fromUtc: edges[0] ?? fromUtc,
      toUtc: edges.at(-1) ?? fromUtc,
    })
    const means = meansBetween(block, edges, maxMissingMs)
    const isRunning = frequency === 'D' && kind === 'actual'
    yield {
      stamps: stampsOf(buckets),
      powerMw: isRunning ? withoutRunningDays(means, edges, nowUtc) : means,
    }
  }
}

function bucketsIn(span: Span, { frequency, zone }: SeriesRequest): TimeBuckets {
  if (frequency !== '15min') return bucketsOf(span, frequency, zone)
  const first = Math.ceil(span.fromUtc / QUARTER_MS)
  const count = Math.ceil(span.toUtc / QUARTER_MS) - first
  if (count === 0) return { edges: [], maxMissingMs: 0 }
  return {
    edges: Array.from({ length: count + 1 }, (_, quarter) => (first + quarter) * QUARTER_MS),
    maxMissingMs: 0,
  }
}

async function readBlock(source: MeansSource, request: SeriesRequest, span: Span): Promise<Block> {
  const { quantity } = request
  const parts = await readParts(source, request, span)
  return quantity === 'residual' ? residualBlock(byQuantity(parts)) : parts(quantity)
}

async function readParts(
  { series, readModelAsOf }: MeansSource,
  request: SeriesRequest,
  span: Span,
): Promise<(quantity: Quantity) => Block> {
  const { area, kind, knownUtc } = request
  const keys = seriesKeysOf(request)
  if (knownUtc === null) {
    const read = await series.read(keys, span)
    return (quantity) => read({ area, quantity, kind })
  }
  if (kind === 'model') {
    const known = await readModelAsOf(area, span, knownUtc)
    return (quantity) => known[quantity]
  }
  const blocks = new Map<Quantity, Block>()
  for (const key of keys) blocks.set(key.quantity, await series.readForecastAsOf(key, span, knownUtc))
  return (quantity) => {
    const block = blocks.get(quantity)
    if (block === undefined) throw new Error(`The series of ${quantity} was not read`)
    return block
  }
}
