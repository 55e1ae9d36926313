import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, type SeriesStore, type Span } from '#server/series/series.ts'

import { readHourlyHistory } from './hourly-history.ts'
import { residual } from './kept-forecasts.ts'

/** Residual load of an area by UTC hour, MW; null where any of its parts is missing. */
export interface ResidualSeries {
  actual(utc: number): number | null
  /** The TSO's day-ahead forecast. */
  tso(utc: number): number | null
}

/** Residual loads over a span of whole hours. Rejects with a `DatabaseError`. */
export async function readResiduals(
  series: SeriesStore,
  area: MemberCode,
  span: Span,
): Promise<ResidualSeries> {
  const { quantities } = await readHourlyHistory(series, area, span)
  const { load, solar, wind } = quantities
  const at = (kind: 'actual' | 'tso') => (utc: number) => {
    const slot = (utc - span.fromUtc) / HOUR_MS
    return residual(load[kind][slot], solar[kind][slot], wind[kind][slot])
  }
  return { actual: at('actual'), tso: at('tso') }
}
