import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import type { SeriesKey } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { demoArea } from '#server/sources/demo/areas.ts'
import { loadMw } from '#server/sources/demo/load.ts'
import { MAX_MW } from '#server/sources/plausible-values.ts'

import { CsvError } from './format.ts'

interface Sample {
  stampUtc: number
  powerMw: number
}

/** A series in a file, and what its values are like that are above zero and can be true. */
export interface FoundSeries {
  key: SeriesKey
  name: string
  values: number
  sumMw: number
  mostMw: number
  samples: Sample[]
  sampledEvery: number
  /** The line of the first one, null if there is none. */
  line: number | null
  /** True if thousands with dots would look like this: below a thousand, with three decimals at most. */
  isLikeThousands: boolean
}

/** The mean load of any days is within this many times that of a year. */
const LOAD_FACTOR = 5
/** Sun and wind of any day reach more than such a share of their most. */
const FEED_IN_FACTOR = 500
/** No fleet grows so much in the years between what is stored and a file that its mean is this many times the most before. */
const FEED_IN_MEAN_FACTOR = 20
/** Fewer values may all come from a calm night. */
const MIN_VALUES = 12
/** Smaller power of sun or wind may well stand still. */
const MIN_USUAL_MW = 500
/** Samples kept of a series, at most. */
const MAX_SAMPLES = 1000

/** The stored values that are usual: a summer and a winter. */
const HISTORY_MS = 365 * DAY_MS

/** How often a value in another unit is what is usual, how that reads, and its likely cause. */
const UNIT_FACTORS = [
  [1 / 4, 'a quarter of', 'it is energy in MWh per quarter hour: multiply it by 4'],
  [1 / 2, 'half of', 'it is energy in MWh per half hour: multiply it by 2'],
  [2, 'twice', 'two half hours were added up: divide it by 2'],
  [4, 'four times', 'four quarter hours were added up: divide it by 4'],
] as const
/** Three quarters of the values are so close to a factor that is constant. Real load of 2016 to 2025 is that close to none of them on any day. */
const FACTOR_TOLERANCE = 1.3
const CONSTANT_SHARE = 0.75

export function newSeries(key: SeriesKey, name: string): FoundSeries {
  const size = { values: 0, sumMw: 0, mostMw: 0, samples: [], sampledEvery: 1 }
  return { key, name, ...size, line: null, isLikeThousands: true }
}

export function addSize(series: FoundSeries, powerMw: number, stampUtc: number, line: number): void {
  if (powerMw <= 0 || powerMw > MAX_MW) return
  series.line ??= line
  if (series.values % series.sampledEvery === 0) series.samples.push({ stampUtc, powerMw })
  if (series.samples.length > MAX_SAMPLES) {
    series.samples = series.samples.filter((_, index) => index % 2 === 0)
    series.sampledEvery *= 2
  }
  series.values += 1
  series.sumMw += powerMw
  series.mostMw = Math.max(series.mostMw, powerMw)
  series.isLikeThousands &&= powerMw < 1000 && Math.abs(powerMw * 1000 - Math.round(powerMw * 1000)) < 1e-6
}

/** Throws a `CsvError` where values are far too small or large for their area, or seem to be in another unit. */
export async function checkSizes(found: Iterable<FoundSeries>, store: SeriesStore): Promise<void> {
  const spans = await store.spans()
  for (const { key, name, values, sumMw, mostMw, samples, line, isLikeThousands } of found) {
    if (line === null) continue
    const refused = (words: string, cause: string) => {
      const advice = `Perhaps ${cause}. If the values are right, import the file with --yes.`
      return new CsvError(line, `${name} of ${key.area} is ${words}. ${advice}`)
    }
    const usual = await usualMw(store, spans, key)
    const meanMw = sumMw / values
    const isLoad = key.quantity === 'load'
    const isSmall = isLoad
      ? meanMw < usual / LOAD_FACTOR
      : usual >= MIN_USUAL_MW && values >= MIN_VALUES && mostMw < usual / FEED_IN_FACTOR
    const isLarge = usual > 0 && meanMw > usual * (isLoad ? LOAD_FACTOR : FEED_IN_MEAN_FACTOR)
    if (isSmall || isLarge) {
      const here = isLoad || isLarge ? `${meanMw.toFixed(1)} MW on average` : `${mostMw} MW at most`
      throw refused(
        `${here} here, and ${isLoad ? 'usually about' : 'reaches up to'} ${Math.round(usual)} MW`,
        isSmall && isLikeThousands
          ? 'dots separate thousands: write 43511, not 43.511'
          : 'the unit is another one: values are in MW',
      )
    }
    const storedMw = await storedAt(store, key, samples)
    const shareAt = usualLoadShare(key.area)
    const usualAt = (utc: number) =>
      isLoad && Number.isNaN(storedMw(utc)) ? usual * shareAt(utc) : storedMw(utc)
    const ratios = samples
      .map(({ stampUtc, powerMw }) => powerMw / usualAt(stampUtc))
      .filter((ratio) => Number.isFinite(ratio))
    for (const [factor, words, cause] of UNIT_FACTORS) {
      const close = ratios.filter((ratio) => Math.max(ratio / factor, factor / ratio) < FACTOR_TOLERANCE)
      if (ratios.length >= MIN_VALUES && close.length >= CONSTANT_SHARE * ratios.length)
        throw refused(`about ${words} what is usual at such hours`, cause)
    }
  }
}

/** The mean of load, the most of sun and wind, MW: of what is stored in `spans`, else from mean loads and capacities. */
async function usualMw(
  series: SeriesStore,
  spans: readonly (SeriesKey & Span)[],
  key: SeriesKey,
): Promise<number> {
  const stored = spans.find(
    ({ area, quantity, kind }) => area === key.area && quantity === key.quantity && kind === key.kind,
  )
  if (stored !== undefined) {
    const span = { fromUtc: Math.max(stored.fromUtc, stored.toUtc - HISTORY_MS), toUtc: stored.toUtc }
    const values = (await series.read([key], span))(key).powerMw.filter((value) => !Number.isNaN(value))
    return key.quantity === 'load'
      ? values.reduce((sum, value) => sum + value, 0) / values.length
      : values.reduce((most, value) => Math.max(most, value), 0)
  }
  const area = demoArea(key.area)
  return {
    load: area.meanLoadMw,
    solar: area.solarMw,
    wind: area.onshoreMw + area.offshoreMw,
    wind_offshore: area.offshoreMw,
  }[key.quantity]
}

/** The load that is usual at an instant, by the hour of the year, weekday and day, as a share of the mean load. */
function usualLoadShare(code: MemberCode): (utc: number) => number {
  const area = demoArea(code)
  const loadAt = loadMw(area)
  return (utc) => loadAt(utc) / area.meanLoadMw
}

/** Gives the stored power at the stamp of a sample, NaN if there is none. */
async function storedAt(store: SeriesStore, key: SeriesKey, samples: readonly Sample[]) {
  const stamps = samples.map(({ stampUtc }) => stampUtc)
  const fromUtc = Math.floor(Math.min(...stamps) / HOUR_MS) * HOUR_MS
  const toUtc = Math.floor(Math.max(...stamps) / HOUR_MS + 1) * HOUR_MS
  const { stepMinutes, powerMw } = (await store.read([key], { fromUtc, toUtc }))(key)
  return (stampUtc: number) => powerMw[Math.floor((stampUtc - fromUtc) / (stepMinutes * MINUTE_MS))] ?? NaN
}
