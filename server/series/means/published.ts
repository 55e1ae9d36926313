import type { MemberCode } from '#contract/areas.ts'
import type { SeriesKind, SeriesQuantity } from '#contract/series.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching } from '#server/series/calendar/local-calendar.ts'
import type { TimeBuckets } from '#server/series/calendar/time-buckets.ts'
import type { PublishedUtc, SeriesStore, Span } from '#server/series/series.ts'

import { seriesOf } from './means.ts'

export interface PublishedParts {
  series: Pick<SeriesStore, 'readFetchTimes'>
  /** When the runs of an area were made that speak for the days a span touches. */
  readRunTimes: (area: MemberCode, span: Span, knownUtc: number | null) => Promise<PublishedUtc>
}

/** When the last forecast of a sum of areas was fetched or made, epoch milliseconds by hour or day; null where unknown, as of actual values. */
export async function readPublished(
  { series, readRunTimes }: PublishedParts,
  wanted: { areas: readonly MemberCode[]; quantity: SeriesQuantity; kind: SeriesKind },
  { edges }: TimeBuckets,
  knownUtc: number | null,
): Promise<(number | null)[]> {
  const { areas, quantity, kind } = wanted
  const span = { fromUtc: edges[0] ?? 0, toUtc: edges.at(-1) ?? 0 }
  const times: PublishedUtc[] = []
  if (kind === 'tso')
    for (const key of seriesOf(areas, quantity, kind))
      times.push(await series.readFetchTimes(key, span, knownUtc))
  else if (kind !== 'actual') for (const area of areas) times.push(await readRunTimes(area, span, knownUtc))
  const days = daysTouching(span, MARKET_ZONE)
  return edges.slice(0, -1).map((fromUtc, index) => {
    const toUtc = edges[index + 1] ?? fromUtc
    const touched = days.filter((day) => day.toUtc > fromUtc && day.fromUtc < toUtc)
    const known = touched.flatMap(({ date }) => times.flatMap((byDay) => byDay.get(date) ?? []))
    return known.length === 0 ? null : Math.max(...known)
  })
}
