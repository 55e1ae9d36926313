import { MEMBER_CODES } from '#contract/areas.ts'
import {
  HOUR_MS,
  KINDS,
  QUANTITIES,
  type SeriesBlock,
  type SeriesKey,
  type SeriesStore,
} from '#server/series/series.ts'

/** All 225 series of all areas. */
export const ALL_SERIES: readonly SeriesKey[] = KINDS.flatMap((kind) =>
  MEMBER_CODES.flatMap((area) => QUANTITIES.map((quantity) => ({ area, quantity, kind }))),
)

/** Numbers that look like power values and do not compress: a daily wave with noise, the same in every run. */
function powerMw(seriesIndex: number, hours: number): Float64Array {
  let state = seriesIndex + 1
  return Float64Array.from({ length: hours }, (_, hour) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const noise = state / 0x7fffffff
    return Math.round((20_000 + 8000 * Math.sin((hour / 12) * Math.PI) + 2000 * noise) * 100) / 100
  })
}

/** Hourly values of series from a given time. */
export function hourlyBlocks(series: readonly SeriesKey[], fromUtc: number, hours: number): SeriesBlock[] {
  return series.map((key, index) => ({
    ...key,
    startsAtUtc: fromUtc,
    stepMinutes: 60,
    powerMw: powerMw(index, hours),
  }))
}

/** Stores hourly values of all series, one year at a time. */
export async function fillYears(store: SeriesStore, firstYear: number, lastYear: number): Promise<void> {
  for (let year = firstYear; year <= lastYear; year += 1) {
    const fromUtc = Date.UTC(year, 0)
    const hours = (Date.UTC(year + 1, 0) - fromUtc) / HOUR_MS
    await store.write(
      hourlyBlocks(ALL_SERIES, fromUtc, hours),
      { source: 'bench', fetchedAtUtc: fromUtc },
      'revise',
    )
  }
}
