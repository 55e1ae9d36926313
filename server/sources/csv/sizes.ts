import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { seriesOf } from '#server/series/means/means.ts'
import { differenceOf } from '#server/series/residual-load.ts'
import type { Kind, Quantity, SeriesKey } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { demoArea } from '#server/sources/demo/areas.ts'
import { loadMw } from '#server/sources/demo/load.ts'
import { isPossible } from '#server/sources/plausible-values.ts'

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
  /** The largest that can be true. */
  peak: Value | null
  /** The first few hours with such values. */
  hours: Set<number>
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
/** Fewer hours are judged by these shares, which values in GW never reach: a large area is never that calm for so long. */
const FEW_HOURS = 6
const FEW_FEED_IN_SHARE = 1 / 1000
const FEW_RESIDUAL_SHARE = 1 / 500
const FEW_WIND_MIN_MW = 10_000
/** No feed-in exceeds this many times the stored maximum or today's capacity, and what a small area may have built since. */
const PEAK_FACTOR = 3
const PEAK_GROWTH_MW = 2000
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
/** Between a value and a unit's factor of load. */
const UNIT_TOLERANCE = 2
/** Feed-in and residual load are seldom less than this share of what they are compared with. */
const UNIT_LEAST_SHARE = 1 / 50
/** A factor is refused if three quarters of the values are this close to it. Real load of 2016 to 2025 never is. */
const FACTOR_TOLERANCE = 1.3
/** Of a single day and the factors from a quarter down and from four up, where no load comes near. */
const DAY_TOLERANCE = 1.5
const CONSTANT_SHARE = 0.75

export const newSeries = (key: FileSeries, name: string): FoundSeries => ({
  key,
  name,
  values: 0,
  mostMw: 0,
  peak: null,
  hours: new Set(),
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
  if (series.hours.size < FEW_HOURS) series.hours.add(Math.floor(value.stampUtc / HOUR_MS))
  if (powerMw > (series.peak?.powerMw ?? 0) && isPossible(series.key.quantity, powerMw)) series.peak = value
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
    const refused = (line: number, words: string, cause: string) =>
      new CsvError(
        line,
        `${name} of ${key.area} is ${words}. Perhaps ${cause}. If the values are right, ${advice}.`,
      )
    const isFeedIn = key.quantity === 'solar' || key.quantity === 'wind'
    // Uploaded forecasts are compared with the TSO's.
    const kind = key.kind === 'uploaded' ? 'tso' : key.kind
    const quantity = key.quantity === 'residual' ? 'load' : key.quantity
    const usual = await usualMw(store, spans, { area: key.area, quantity, kind })
    const strange = strangeSize(series, usual)
    if (strange !== null) {
      const { mw, how, line } = strange
      const unit = unitWords(key.quantity, mw / usual)
      throw refused(
        line ?? first.line,
        `${mw} MW ${how}here, and ${isFeedIn ? 'reaches up to' : 'usually about'} ${Math.round(usual)} MW${key.quantity === 'residual' ? ' of load' : ''}`,
        mw < usual && series.isLikeThousands
          ? `dots separate thousands (write 43511, not 43.511), or ${unit}`
          : unit,
      )
    }
    const storedMw = await storedAt(store, { ...key, kind }, samples)
    const shareAt = usualLoadShare(key.area)
    const usualAt = (utc: number) =>
      key.quantity === 'load' && Number.isNaN(storedMw(utc)) ? usual * shareAt(utc) : Math.abs(storedMw(utc))
    const parts = [samples, ...(key.quantity === 'load' ? marketDaysOf(samples) : [])]
    for (const values of parts) {
      const found = constantFactor(values, usualAt, values === samples ? FACTOR_TOLERANCE : DAY_TOLERANCE)
      if (found === null || values[0] === undefined) continue
      const [factor, words, cause] = found
      // Two forecasts of one calm day can differ that much, and the load of a holiday from the usual.
      const isDouble = factor === 2 || factor === 1 / 2
      if (isDouble && (values !== samples || (key.kind === 'uploaded' && key.quantity !== 'load'))) continue
      throw refused(values[0].line, `about ${words} what is usual at such hours`, cause)
    }
  }
}

function marketDaysOf(samples: readonly Value[]): Value[][] {
  const days = new Map<string, Value[]>()
  for (const value of samples) {
    const { date } = dayAt(value.stampUtc, MARKET_ZONE)
    days.set(date, [...(days.get(date) ?? []), value])
  }
  return [...days.values()]
}

function constantFactor(
  values: readonly Value[],
  usualAt: (utc: number) => number,
  tolerance: number,
): UnitFactor | null {
  const ratios = values
    .map(({ stampUtc, powerMw }) => powerMw / usualAt(stampUtc))
    .filter((ratio) => Number.isFinite(ratio))
  const nearest = nearestFactor(medianOf(ratios))
  const close = ratios.filter((ratio) => distance(ratio, nearest[0]) < tolerance)
  return ratios.length >= MIN_VALUES && close.length >= CONSTANT_SHARE * ratios.length ? nearest : null
}

interface Strange {
  mw: number
  how: 'in its median ' | 'at most ' | ''
  /** Null for all values. */
  line: number | null
}

function strangeSize(series: FoundSeries, usual: number): Strange | null {
  const { key, values, mostMw, samples, hours, peak } = series
  const medianMw = medianOf(samples.map(({ powerMw }) => powerMw))
  const median: Strange = { mw: medianMw, how: 'in its median ', line: null }
  if (key.quantity === 'load')
    return medianMw < usual / LOAD_FACTOR || medianMw > usual * LOAD_FACTOR ? median : null
  const isResidual = key.quantity === 'residual'
  if (usual > 0 && medianMw > usual * (isResidual ? RESIDUAL_FACTOR : FEED_IN_MEDIAN_FACTOR)) return median
  if (peak !== null && key.quantity !== 'residual' && peak.powerMw > highestMw(key.area, key.quantity, usual))
    return { mw: peak.powerMw, how: '', line: peak.line }
  if (usual < MIN_USUAL_MW) return null
  const isSmall = mostMw < usual * (isResidual ? RESIDUAL_SHARE : 1 / FEED_IN_FACTOR)
  const isTiny = mostMw < usual * (isResidual ? FEW_RESIDUAL_SHARE : FEW_FEED_IN_SHARE)
  const mayJudgeFew = key.quantity !== 'wind' || usual >= FEW_WIND_MIN_MW
  return (isSmall && values >= MIN_VALUES) || (isTiny && hours.size >= FEW_HOURS && mayJudgeFew)
    ? { mw: mostMw, how: 'at most ', line: null }
    : null
}

const highestMw = (area: MemberCode, quantity: Quantity, usual: number) =>
  PEAK_FACTOR * Math.max(usual, demoUsualMw(area, quantity)) + PEAK_GROWTH_MW

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

type UnitFactor = (typeof UNIT_FACTORS)[number]

const distance = (ratio: number, factor: number) => Math.max(ratio / factor, factor / ratio)

const nearestFactor = (ratio: number): UnitFactor =>
  UNIT_FACTORS.reduce((best, one) => (distance(ratio, one[0]) < distance(ratio, best[0]) ? one : best))

/** `ratio`: to the mean load, or to the maximum of feed-in. */
function unitWords(quantity: FileSeries['quantity'], ratio: number): string {
  const found = UNIT_FACTORS.find(([factor]) =>
    quantity === 'load'
      ? factor === nearestFactor(ratio)[0] && distance(ratio, factor) <= UNIT_TOLERANCE
      : distance(factor, 1) >= 1000 && ratio >= factor * UNIT_LEAST_SHARE && ratio <= factor * UNIT_TOLERANCE,
  )
  return found?.[2] ?? 'it is in another unit'
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
  return demoUsualMw(key.area, key.quantity)
}

function demoUsualMw(area: MemberCode, quantity: Quantity): number {
  const { meanLoadMw, solarMw, onshoreMw, offshoreMw } = demoArea(area)
  return { load: meanLoadMw, solar: solarMw, wind: onshoreMw + offshoreMw }[quantity]
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
