import type { MemberCode } from '#contract/areas.ts'
import { isPartOfWind, type SeriesKind, type SeriesQuantity } from '#contract/series.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import type { Upload } from '#contract/uploads.ts'
import type { TimeBuckets } from '#server/calendar/time-buckets.ts'
import type { Clock } from '#server/clock.ts'
import { type Known, KNOWN_NOW } from '#server/series/known.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import { differenceOf } from '#server/series/residual-load.ts'
import {
  type Block,
  type Kind,
  QUANTITIES,
  type Quantity,
  type SeriesKey,
  type StoredQuantity,
} from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { inTurn } from '#server/series/turns.ts'

export interface Means {
  /** By hour or day, MW; NaN if missing. */
  powerMw: Float64Array
  /** Any stored value, even too few for a mean. */
  hasValue: boolean
}

export type MeansKind = SeriesKind | UploadKind
type UploadKind = Pick<Upload, 'id'>
export const isUpload = <Kind extends MeansKind>(kind: Kind): kind is Extract<Kind, object> =>
  typeof kind === 'object'

/** An actual day has a mean once it is over. Rejects with a `DatabaseError`. */
export type ReadMeans = <Area extends MemberCode>(
  areas: readonly Area[],
  quantity: SeriesQuantity,
  kind: MeansKind,
  buckets: TimeBuckets,
  known?: Known,
) => Promise<ReadonlyMap<Area, Means>>

/** Only the model's newest runs are also stored as series. */
export type RunValue = Exclude<SeriesKind, 'actual' | 'tso'>

interface WantedSeries {
  area: MemberCode
  quantity: SeriesQuantity
  kind: MeansKind
}

interface WantedForecast<Of extends MeansKind> extends WantedSeries {
  quantity: Quantity | 'residual'
  kind: Of
}
export type WantedRunSeries = WantedForecast<RunValue>
export type WantedUpload = WantedForecast<UploadKind>

interface MeansParts {
  series: Pick<SeriesStore, 'read' | 'readForecastsAsOf'>
  /** Hourly. Required for kinds of runs. */
  readRunValues?: (wanted: WantedRunSeries, span: Span, known: Known) => Promise<Block>
  /** Required for uploads. */
  readUpload?: (wanted: WantedUpload, span: Span, known: Known) => Promise<Block>
  clock: Clock
}

/** Ten months of a group's series, or seven years of an area. 700,000 quarter hours take 15 MB and about 15 ms. */
export const MAX_SERIES_DAYS = 20 * 365

/** The first minus the others. */
const TERMS: Readonly<Record<SeriesQuantity, readonly StoredQuantity[]>> = {
  load: ['load'],
  solar: ['solar'],
  wind: ['wind'],
  residual: QUANTITIES,
  wind_onshore: ['wind', 'wind_offshore'],
  wind_offshore: ['wind_offshore'],
}

export function seriesOf(areas: readonly MemberCode[], quantity: SeriesQuantity, kind: Kind): SeriesKey[] {
  return areas.flatMap((area) => TERMS[quantity].map((term) => ({ area, quantity: term, kind })))
}

type ReadBlocks = (
  areas: readonly MemberCode[],
  quantity: SeriesQuantity,
  kind: MeansKind,
  span: Span,
  known: Known,
) => Promise<(area: MemberCode) => Block>

/** Runs are large, and read area by area. */
function createReadBlocks({ series, readRunValues, readUpload }: MeansParts): ReadBlocks {
  async function readKept({ area, quantity, kind }: WantedSeries, span: Span, known: Known): Promise<Block> {
    const reading =
      kind === 'actual' || kind === 'tso' || isPartOfWind(quantity)
        ? undefined
        : isUpload(kind)
          ? readUpload?.({ area, quantity, kind }, span, known)
          : readRunValues?.({ area, quantity, kind }, span, known)
    if (reading === undefined)
      throw new Error(`Nothing reads ${JSON.stringify(kind)} values of ${quantity} from what is kept`)
    return reading
  }

  return async (areas, quantity, kind, span, known) => {
    const isNow = known.momentOf === null
    if (kind === 'actual' || kind === 'tso' || (kind === 'model' && isNow && known.run === null)) {
      const keys = seriesOf(areas, quantity, kind)
      const read =
        kind === 'tso' && !isNow
          ? await series.readForecastsAsOf(keys, span, known)
          : await series.read(keys, span, known.endedByUtc)
      return (area) => differenceOf(seriesOf([area], quantity, kind).map((key) => read(key)))
    }
    const blocks = new Map<MemberCode, Block>()
    for (const area of areas) blocks.set(area, await readKept({ area, quantity, kind }, span, known))
    return (area) => {
      const block = blocks.get(area)
      if (block === undefined) throw new Error(`The values of ${area} were not read`)
      return block
    }
  }
}

/** The accuracy computes the same hours from whole countries: `server/answers/forecast-routes.test.ts`. */
export function createReadMeans(parts: MeansParts): ReadMeans {
  const readBlocks = createReadBlocks(parts)
  return async (areas, quantity, kind, { edges, maxMissingMs }, known = KNOWN_NOW) => {
    const length = Math.max(0, edges.length - 1)
    const means = new Map(
      areas.map((area): [typeof area, Means] => [
        area,
        { powerMw: new Float64Array(length).fill(NaN), hasValue: false },
      ]),
    )
    const isOfRuns = kind !== 'actual' && kind !== 'tso' && !isUpload(kind)
    // Hourly values of runs get the TSO's shape within the hour, which needs the whole hour.
    const isShaped = isOfRuns && (edges[1] ?? Infinity) - (edges[0] ?? 0) === QUARTER_MS
    const unitMs = isShaped ? HOUR_MS : 1
    const leastMw = quantity === 'residual' ? -Infinity : 0
    const seriesCount = seriesOf(areas, quantity, 'actual').length
    for (const [first, end] of batchesOf(edges, (MAX_SERIES_DAYS * DAY_MS) / seriesCount)) {
      const span = {
        fromUtc: Math.floor((edges[first] ?? 0) / unitMs) * unitMs,
        toUtc: Math.ceil((edges[end] ?? 0) / unitMs) * unitMs,
      }
      const ofHours = await readBlocks(areas, quantity, kind, span, known)
      const shapeOf = isShaped ? await readBlocks(areas, quantity, 'tso', span, known) : null
      await inTurn(() => {
        for (const [area, whole] of means) {
          const stored = ofHours(area)
          const block = shapeOf === null ? stored : withShapeOf(stored, shapeOf(area), leastMw)
          const powerMw = meansBetween(block, edges.slice(first, end + 1), maxMissingMs)
          whole.powerMw.set(powerMw, first)
          whole.hasValue ||= !(isShaped ? powerMw : block.powerMw).every(Number.isNaN)
        }
      })
    }
    const isMeasuredByDay = kind === 'actual' && maxMissingMs > 0
    if (isMeasuredByDay) {
      const endedUtc = Math.min(parts.clock(), known.endedByUtc)
      for (const whole of means.values())
        whole.powerMw = whole.powerMw.map((mean, day) => ((edges[day + 1] ?? 0) > endedUtc ? NaN : mean))
    }
    return means
  }
}

/** Follows `shape` only where it is finer. Power stays at or above `leastMw`. */
function withShapeOf(forecast: Block, shape: Block, leastMw: number): Block {
  const { startsAtUtc, stepMinutes } = shape
  const stepMs = stepMinutes * MINUTE_MS
  const slotsPerHour = HOUR_MS / stepMs
  const powerMw = shape.powerMw.map((value, slot) => {
    const utc = startsAtUtc + slot * stepMs
    const ofHour =
      forecast.powerMw[Math.floor((utc - forecast.startsAtUtc) / (forecast.stepMinutes * MINUTE_MS))] ?? NaN
    const first = slot - (slot % slotsPerHour)
    let sum = 0
    for (let other = first; other < first + slotsPerHour; other += 1) sum += shape.powerMw[other] ?? NaN
    const step = value - sum / slotsPerHour
    return Number.isNaN(step) || step === 0 ? ofHour : Math.max(leastMw, ofHour + step)
  })
  return { startsAtUtc, stepMinutes, powerMw }
}

/** MW; NaN without areas, or if any mean is missing. */
export function sumOfMeans(areas: readonly Means[], length: number): Float64Array {
  const sum = new Float64Array(length).fill(areas.length === 0 ? NaN : 0)
  for (const { powerMw } of areas)
    for (let index = 0; index < length; index += 1) sum[index] = (sum[index] ?? NaN) + (powerMw[index] ?? NaN)
  return sum
}

/** Indexes of edges. */
function* batchesOf(edges: readonly number[], maxMs: number): Generator<[first: number, end: number]> {
  let first = 0
  while (first < edges.length - 1) {
    let end = first + 1
    while (end + 1 < edges.length && (edges[end + 1] ?? 0) - (edges[first] ?? 0) <= maxMs) end += 1
    yield [first, end]
    first = end
  }
}
