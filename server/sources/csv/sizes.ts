import type { SeriesKey, SeriesStore } from '#server/series/series.ts'
import { usualMw } from '#server/sources/area-size.ts'
import { MAX_MW } from '#server/sources/plausible-values.ts'

import { CsvError } from './format.ts'

/** A series in a file, and what its values are like that are above zero and can be true. */
export interface FoundSeries {
  key: SeriesKey
  /** The name of its column. */
  name: string
  values: number
  sumMw: number
  mostMw: number
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
/** Fewer values can be of a calm night. */
const MIN_VALUES = 12
/** Smaller power of sun or wind may well stand still. */
const MIN_USUAL_MW = 500

export function newSeries(key: SeriesKey, name: string): FoundSeries {
  return { key, name, values: 0, sumMw: 0, mostMw: 0, line: null, isLikeThousands: true }
}

export function addSize(series: FoundSeries, powerMw: number, line: number): void {
  if (powerMw <= 0 || powerMw > MAX_MW) return
  series.line ??= line
  series.values += 1
  series.sumMw += powerMw
  series.mostMw = Math.max(series.mostMw, powerMw)
  series.isLikeThousands &&= powerMw < 1000 && Math.abs(powerMw * 1000 - Math.round(powerMw * 1000)) < 1e-6
}

/** Throws a `CsvError` where values are far too small or large for their area. */
export async function checkSizes(found: Iterable<FoundSeries>, series: SeriesStore): Promise<void> {
  const stored = await series.spans()
  for (const { key, name, values, sumMw, mostMw, line, isLikeThousands } of found) {
    if (line === null) continue
    const usual = await usualMw(series, stored, key)
    const meanMw = sumMw / values
    const isLoad = key.quantity === 'load'
    const isSmall = isLoad
      ? meanMw < usual / LOAD_FACTOR
      : usual >= MIN_USUAL_MW && values >= MIN_VALUES && mostMw < usual / FEED_IN_FACTOR
    const isLarge = usual > 0 && meanMw > usual * (isLoad ? LOAD_FACTOR : FEED_IN_MEAN_FACTOR)
    if (!isSmall && !isLarge) continue
    const here = isLoad || isLarge ? `${meanMw.toFixed(1)} MW on average` : `${mostMw} MW at most`
    const words = `is ${here} here, and ${isLoad ? 'usually about' : 'reaches up to'} ${Math.round(usual)} MW`
    const cause =
      isSmall && isLikeThousands
        ? 'Perhaps dots separate thousands: write 43511, not 43.511.'
        : 'Perhaps the unit is another one: values are in MW.'
    throw new CsvError(
      line,
      `${name} of ${key.area} ${words}. ${cause} If the values are right, import the file with --yes.`,
    )
  }
}
