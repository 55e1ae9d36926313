import type { MemberCode } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'

import { byQuantity, type ByQuantity } from './by-quantity.ts'
import { meansBetween } from './mean-power.ts'
import { residualBlock } from './residual-load.ts'
import {
  type Block,
  DAY_MS,
  type Kind,
  QUANTITIES,
  type Quantity,
  type ReadSeries,
  type SeriesKey,
  type SeriesStore,
  type Span,
} from './series.ts'
import { type TimeBuckets, withoutRunningDays } from './time-buckets.ts'
import { inTurn } from './turns.ts'

/** The means of an area. */
export interface Means {
  /** One for each hour or day, MW; NaN for missing. */
  powerMw: Float64Array
  /** Whether anything is stored in this time, be it too little for a mean. */
  hasValue: boolean
}

/**
 * Means of areas over hours or days. Of days that are not over there is no actual mean. `knownUtc` asks for a forecast as it was
 * known then instead of the one that counts. Rejects with a `DatabaseError`.
 */
export type ReadMeans = <Area extends MemberCode>(
  areas: readonly Area[],
  quantity: Quantity | 'residual',
  kind: Kind,
  buckets: TimeBuckets,
  knownUtc?: number | null,
) => Promise<ReadonlyMap<Area, Means>>

export interface MeansParts {
  series: Pick<SeriesStore, 'read' | 'readForecastAsOf'>
  /** The model's forecasts of an area as they were known at a time, by hour of UTC. Needed by those who ask for them. */
  readModelAsOf?: (area: MemberCode, span: Span, knownUtc: number) => Promise<ByQuantity<Block>>
  clock: Clock
}

/**
 * What is read and computed at a time: ten months of all series of a group, or seven years of one area. With quarter hours this is
 * 700,000 values, which take 15 MB and about 15 ms.
 */
export const MAX_SERIES_DAYS = 20 * 365

/** The stored series that a quantity of some areas is computed from. */
export function seriesOf(
  areas: readonly MemberCode[],
  quantity: Quantity | 'residual',
  kind: Kind,
): SeriesKey[] {
  const quantities: readonly Quantity[] = quantity === 'residual' ? QUANTITIES : [quantity]
  return areas.flatMap((area) => quantities.map((part) => ({ area, quantity: part, kind })))
}

/**
 * Cards, the map, alerts and the API read their means through this. The accuracy reads all series of a country at once, and
 * `residualBlock` and `meanPower` compute its hours as they do here: `server/hour-rule.test.ts`.
 */
export function createReadMeans({ series, readModelAsOf, clock }: MeansParts): ReadMeans {
  async function readAsOf(keys: readonly SeriesKey[], span: Span, knownUtc: number): Promise<ReadSeries> {
    const blocks = new Map<SeriesKey, Block>()
    for (const key of keys) {
      const block =
        key.kind === 'model'
          ? (await readModelAsOf?.(key.area, span, knownUtc))?.[key.quantity]
          : await series.readForecastAsOf(key, span, knownUtc)
      if (block === undefined) throw new Error('Nothing reads forecasts of the model as they were known')
      blocks.set(key, block)
    }
    return ({ area, quantity }) => {
      const key = keys.find((other) => other.area === area && other.quantity === quantity)
      const block = key && blocks.get(key)
      if (block === undefined) throw new Error(`The series of ${area} ${quantity} was not read`)
      return block
    }
  }

  return async (areas, quantity, kind, { edges, maxMissingMs }, knownUtc = null) => {
    const length = Math.max(0, edges.length - 1)
    const means = new Map(
      areas.map((area): [typeof area, Means] => [
        area,
        { powerMw: new Float64Array(length).fill(NaN), hasValue: false },
      ]),
    )
    const keys = seriesOf(areas, quantity, kind)
    for (const [first, end] of batchesOf(edges, (MAX_SERIES_DAYS * DAY_MS) / keys.length)) {
      const span = { fromUtc: edges[first] ?? 0, toUtc: edges[end] ?? 0 }
      const read = await (knownUtc === null ? series.read(keys, span) : readAsOf(keys, span, knownUtc))
      await inTurn(() => {
        for (const [area, whole] of means) {
          const block =
            quantity === 'residual'
              ? residualBlock(byQuantity((part) => read({ area, quantity: part, kind })))
              : read({ area, quantity, kind })
          whole.powerMw.set(meansBetween(block, edges.slice(first, end + 1), maxMissingMs), first)
          whole.hasValue ||= !block.powerMw.every(Number.isNaN)
        }
      })
    }
    const isMeasuredByDay = kind === 'actual' && maxMissingMs > 0
    if (isMeasuredByDay)
      for (const whole of means.values()) whole.powerMw = withoutRunningDays(whole.powerMw, edges, clock())
    return means
  }
}

/** Where batches of at most some time begin and end: indexes of edges. Each has at least one hour or day. */
function* batchesOf(edges: readonly number[], maxMs: number): Generator<[first: number, end: number]> {
  let first = 0
  while (first < edges.length - 1) {
    let end = first + 1
    while (end + 1 < edges.length && (edges[end + 1] ?? 0) - (edges[first] ?? 0) <= maxMs) end += 1
    yield [first, end]
    first = end
  }
}
