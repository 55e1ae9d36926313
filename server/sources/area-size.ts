import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, type SeriesKey, type SeriesStore, type Span } from '#server/series/series.ts'

import { demoArea } from './demo/areas.ts'
import { loadMw } from './demo/load.ts'

/** Long enough for a summer and a winter. */
const HISTORY_MS = 365 * DAY_MS

/** The mean of load, the most of sun and wind, MW: of what is stored in `spans`, else from mean loads and capacities. */
export async function usualMw(
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
export function usualLoadShare(code: MemberCode): (utc: number) => number {
  const area = demoArea(code)
  const loadAt = loadMw(area)
  return (utc) => loadAt(utc) / area.meanLoadMw
}
