import type { MemberCode } from '#contract/areas.ts'
import type { SeriesQuantity } from '#contract/series.ts'
import type { Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching } from '#server/calendar/local-calendar.ts'
import type { TimeBuckets } from '#server/calendar/time-buckets.ts'
import { type Known, knownParts, momentOf, type Published } from '#server/series/known.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

import { isUpload, type MeansKind, seriesOf } from './means.ts'

export interface PublishedParts {
  series: Pick<SeriesStore, 'readFetchTimes'>
  /** Creation times of runs that reach into the span. */
  readRunTimes: (area: MemberCode, span: Span, known: Known) => Promise<Published>
}

interface Wanted {
  areas: readonly MemberCode[]
  quantity: SeriesQuantity
  kind: MeansKind
}

async function readTimes(
  { series, readRunTimes }: PublishedParts,
  { areas, quantity, kind }: Wanted,
  span: Span,
  known: Known,
): Promise<Published[]> {
  if (kind === 'tso') return series.readFetchTimes(seriesOf(areas, quantity, kind), span)
  const published: Published[] = []
  if (kind !== 'actual' && !isUpload(kind))
    for (const area of areas) published.push(await readRunTimes(area, span, known))
  return published
}

const spanOfEdges = ({ edges }: TimeBuckets): Span => ({ fromUtc: edges[0] ?? 0, toUtc: edges.at(-1) ?? 0 })

/** The first look has the first version of each day. Empty for actual values. */
export async function readLooks(
  parts: PublishedParts,
  wanted: Wanted,
  buckets: TimeBuckets,
  known: Known,
): Promise<Known[]> {
  const span = spanOfEdges(buckets)
  const published = await readTimes(parts, wanted, span, known)
  const momentsOf = new Map(
    daysTouching(span, known.zone).map((day) => {
      const dates = daysTouching(day, MARKET_ZONE).map(({ date }) => date)
      const moments = new Set(dates.flatMap((date) => published.flatMap(({ all }) => all(date))))
      return [day.date, [...moments].filter((utc) => utc <= momentOf(known, day)).toSorted((a, b) => a - b)]
    }),
  )
  const count = Math.max(0, ...[...momentsOf.values()].map(({ length }) => length))
  return Array.from({ length: count }, (_, version) => ({
    ...known,
    momentOf: ({ date }) => momentsOf.get(date)?.[version] ?? -Infinity,
  }))
}

/** Last forecast by hour or day, epoch milliseconds; null if unknown, as for actual values. */
export async function readPublished(
  parts: PublishedParts,
  wanted: Wanted,
  buckets: TimeBuckets,
  known: Known,
): Promise<(number | null)[]> {
  const { edges } = buckets
  const span = spanOfEdges(buckets)
  const published = await readTimes(parts, wanted, span, known)
  const lasts = knownParts(known, span).map(({ day, knownUtc, fromUtc, toUtc }) => {
    const times = published.flatMap(({ counting }) => counting(day.date, knownUtc) ?? [])
    return { fromUtc, toUtc, lastUtc: Math.max(...times) }
  })
  return edges.slice(0, -1).map((fromUtc, index) => {
    const toUtc = edges[index + 1] ?? fromUtc
    const touched = lasts.filter((part) => part.toUtc > fromUtc && part.fromUtc < toUtc)
    const lastUtc = Math.max(...touched.map((part) => part.lastUtc))
    return lastUtc === -Infinity ? null : lastUtc
  })
}
