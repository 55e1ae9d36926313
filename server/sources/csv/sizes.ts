import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { seriesOf } from '#server/series/means/means.ts'
import { differenceOf } from '#server/series/residual-load.ts'
import type { Kind, Quantity, SeriesKey } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { demoArea } from '#server/sources/demo/areas.ts'
import { loadMw } from '#server/sources/demo/load.ts'

import { CsvError } from './format.ts'

export interface FileSeries {
  area: MemberCode
  quantity: Quantity | 'residual'
  kind: Kind | 'uploaded'
}

interface Value {
  stampUtc: number
  powerMw: number
  line: number
}

/** Values above zero only; absolute values of residual load. */
export interface FoundSeries {
  key: FileSeries
  name: string
  values: number
  mostMw: number
  samples: Value[]
  sampledEvery: number
  /** The last two values, later one first; includes zeros. */
  last: Value[]
  /** Below 1000 with at most three decimals, as thousands written with dots. */
  isLikeThousands: boolean
}

/** Between the median load of any days and the yearly mean. */
const LOAD_FACTOR = 3
/** Solar and wind reach more than 1/500 of their maximum on any day. */
const FEED_IN_FACTOR = 500
/** New plants never lift a file's median to this many times the stored maximum. */
const FEED_IN_MEDIAN_FACTOR = 20
/** Residual load reaches this share of the usual load on any day. Its median stays below `RESIDUAL_FACTOR` times the load. */
const RESIDUAL_SHARE = 1 / 50
const RESIDUAL_FACTOR = 5
/** Fewer values could all be from a calm night. */
const MIN_VALUES = 12
/** Smaller solar or wind fleets can stand still. */
const MIN_USUAL_MW = 500
const MAX_SAMPLES = 1000

/** A summer and a winter of stored values. */
const HISTORY_MS = 365 * DAY_MS

const UNIT_FACTORS = [
  [1 / 1_000_000, 'a millionth of', 'it is in TW: multiply it by 1,000,000'],
  [1 / 1000, 'a thousandth of', 'it is in GW: multiply it by 1000'],
  [1 / 4, 'a quarter of', 'it is energy in MWh per quarter hour: multiply it by 4'],
  [1 / 2, 'half of', 'it is energy in MWh per half hour: multiply it by 2'],
  [2, 'twice', 'two half hours were added up: divide it by 2'],
  [4, 'four times', 'four quarter hours were added up: divide it by 4'],
  [1000, 'a thousand times', 'it is in kW: divide it by 1000'],
  [1_000_000, 'a million times', 'it is in W: divide it by 1,000,000'],
] as const
/** A factor is refused if three quarters of the values are this close to it. Real load of 2016 to 2025 never is. */
const FACTOR_TOLERANCE = 1.3
const CONSTANT_SHARE = 0.75

export const newSeries = (key: FileSeries, name: string): FoundSeries => ({
  key,
  name,
  values: 0,
  mostMw: 0,
  samples: [],
  sampledEvery: 1,
  last: [],
  isLikeThousands: true,
})

export function addSize(series: FoundSeries, value: Value): void {
  series.last = [value, ...series.last.slice(0, 1)]
  const powerMw = series.key.quantity === 'residual' ? Math.abs(value.powerMw) : value.powerMw
  if (powerMw <= 0) return
  if (series.values % series.sampledEvery === 0) series.samples.push({ ...value, powerMw })
  if (series.samples.length > MAX_SAMPLES) {
    series.samples = series.samples.filter((_, index) => index % 2 === 0)
    series.sampledEvery *= 2
  }
  series.values += 1
  series.mostMw = Math.max(series.mostMw, powerMw)
  series.isLikeThousands &&= powerMw < 1000 && Math.abs(powerMw * 1000 - Math.round(powerMw * 1000)) < 1e-6
}

/** Throws a `CsvError` for a series far too small or large for its area, or seemingly in another unit. `advice`: what to do if it is right. */
export async function checkSizes(
  found: Iterable<FoundSeries>,
  store: SeriesStore,
  advice: string,
): Promise<void> {
  const spans = await store.spans()
  for (const series of found) {
    const { key, name, samples } = series
    const [first] = samples
    if (first === undefined) continue
    const refused = (words: string, cause: string) =>
      new CsvError(
        first.line,
        `${name} of ${key.area} is ${words}. Perhaps ${cause}. If the values are right, ${advice}.`,
      )
    const isFeedIn = key.quantity === 'solar' || key.quantity === 'wind'
    // Uploaded forecasts are compared with the TSO's.
    const kind = key.kind === 'uploaded' ? 'tso' : key.kind
    const quantity = key.quantity === 'residual' ? 'load' : key.quantity
    const usual = await usualMw(store, spans, { area: key.area, quantity, kind })
    const strange = strangeSize(series, usual)
    if (strange !== null) {
      const [, , unit] = nearestFactor(strange / usual)
      throw refused(
        `${strange} MW ${key.quantity !== 'load' && strange < usual ? 'at most' : 'in its median'} here, and ${isFeedIn ? 'reaches up to' : 'usually about'} ${Math.round(usual)} MW${key.quantity === 'residual' ? ' of load' : ''}`,
        strange < usual && series.isLikeThousands
          ? `dots separate thousands (write 43511, not 43.511), or ${unit}`
          : unit,
      )
    }
    const storedMw = await storedAt(store, { ...key, kind }, samples)
    const shareAt = usualLoadShare(key.area)
    const usualAt = (utc: number) =>
      key.quantity === 'load' && Number.isNaN(storedMw(utc)) ? usual * shareAt(utc) : Math.abs(storedMw(utc))
    const ratios = samples
      .map(({ stampUtc, powerMw }) => powerMw / usualAt(stampUtc))
      .filter((ratio) => Number.isFinite(ratio))
    const [factor, words, cause] = nearestFactor(medianOf(ratios))
    const close = ratios.filter((ratio) => Math.max(ratio / factor, factor / ratio) < FACTOR_TOLERANCE)
    // Two forecasts of one calm day can differ that much.
    const mayDiffer = key.kind === 'uploaded' && key.quantity !== 'load' && (factor === 2 || factor === 1 / 2)
    if (!mayDiffer && ratios.length >= MIN_VALUES && close.length >= CONSTANT_SHARE * ratios.length)
      throw refused(`about ${words} what is usual at such hours`, cause)
  }
}

function strangeSize({ key, values, mostMw, samples }: FoundSeries, usual: number): number | null {
  const medianMw = medianOf(samples.map(({ powerMw }) => powerMw))
  if (key.quantity === 'load')
    return medianMw < usual / LOAD_FACTOR || medianMw > usual * LOAD_FACTOR ? medianMw : null
  const isResidual = key.quantity === 'residual'
  if (usual > 0 && medianMw > usual * (isResidual ? RESIDUAL_FACTOR : FEED_IN_MEDIAN_FACTOR)) return medianMw
  const isSmall = mostMw < usual * (isResidual ? RESIDUAL_SHARE : 1 / FEED_IN_FACTOR)
  return isSmall && usual >= MIN_USUAL_MW && values >= MIN_VALUES ? mostMw : null
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

function nearestFactor(ratio: number): (typeof UNIT_FACTORS)[number] {
  const distance = ([factor]: (typeof UNIT_FACTORS)[number]) => Math.abs(Math.log(ratio / factor))
  return UNIT_FACTORS.reduce((best, factor) => (distance(factor) < distance(best) ? factor : best))
}

/** Mean load, or maximum of solar or wind, in MW: stored, else from the demo's areas. */
async function usualMw(
  series: SeriesStore,
  spans: readonly (SeriesKey & Span)[],
  key: SeriesKey & { quantity: Quantity },
): Promise<number> {
  const ofQuantity = spans.filter(
    ({ area, quantity, kind }) => area === key.area && quantity === key.quantity && kind !== 'model',
  )
  const stored = ofQuantity.find(({ kind }) => kind === key.kind) ?? ofQuantity[0]
  if (stored !== undefined) {
    const span = { fromUtc: Math.max(stored.fromUtc, stored.toUtc - HISTORY_MS), toUtc: stored.toUtc }
    const values = (await series.read([stored], span))(stored).powerMw.filter((value) => !Number.isNaN(value))
    return key.quantity === 'load'
      ? values.reduce((sum, value) => sum + value, 0) / values.length
      : values.reduce((most, value) => Math.max(most, value), 0)
  }
  const { meanLoadMw, solarMw, onshoreMw, offshoreMw } = demoArea(key.area)
  return { load: meanLoadMw, solar: solarMw, wind: onshoreMw + offshoreMw }[key.quantity]
}

function usualLoadShare(code: MemberCode): (utc: number) => number {
  const area = demoArea(code)
  const loadAt = loadMw(area)
  return (utc) => loadAt(utc) / area.meanLoadMw
}

async function storedAt(
  store: SeriesStore,
  { area, quantity, kind }: FileSeries & { kind: Kind },
  samples: readonly Value[],
) {
  const stamps = samples.map(({ stampUtc }) => stampUtc)
  const fromUtc = Math.floor(Math.min(...stamps) / HOUR_MS) * HOUR_MS
  const toUtc = Math.floor(Math.max(...stamps) / HOUR_MS + 1) * HOUR_MS
  const keys = seriesOf([area], quantity, kind)
  const read = await store.read(keys, { fromUtc, toUtc })
  const { stepMinutes, powerMw } = differenceOf(keys.map((key) => read(key)))
  return (stampUtc: number) => powerMw[Math.floor((stampUtc - fromUtc) / (stepMinutes * MINUTE_MS))] ?? NaN
}

/** Warns if the last line has no end and its value is far from the previous one. */
export function cutWords(found: readonly FoundSeries[]): string[] {
  const line = Math.max(...found.map(({ last: [value] }) => value?.line ?? 0))
  return found.flatMap(({ key, name, last: [value, before] }) => {
    if (value?.line !== line || before === undefined) return []
    const most = Math.max(Math.abs(value.powerMw), Math.abs(before.powerMw))
    if (Math.abs(value.powerMw - before.powerMw) <= most * FAR_SHARE) return []
    return [
      `Line ${line} has no line end, and its ${name} of ${key.area} is ${value.powerMw} MW after ${before.powerMw} MW: perhaps the file was cut off.`,
    ]
  })
}

/** Share of the larger value. */
const FAR_SHARE = 2 / 3
