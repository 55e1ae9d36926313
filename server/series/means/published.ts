import type { MemberCode } from '#contract/areas.ts'
import type { SeriesKind, SeriesQuantity } from '#contract/series.ts'
import type { TimeBuckets } from '#server/series/calendar/time-buckets.ts'
import { type Known, knownParts } from '#server/series/known.ts'
import type { Published, SeriesStore, Span } from '#server/series/series.ts'

import { seriesOf } from './means.ts'

export interface PublishedParts {
  series: Pick<SeriesStore, 'readFetchTimes'>
  /** When the runs of an area were made that reach into a span; only those of a kind if one is requested. */
  readRunTimes: (area: MemberCode, span: Span, run: Known['run']) => Promise<Published>
}

/** When the last forecast of a sum of areas was fetched or made, epoch milliseconds by hour or day; null where unknown, as of actual values. */
export async function readPublished(
  { series, readRunTimes }: PublishedParts,
  wanted: { areas: readonly MemberCode[]; quantity: SeriesQuantity; kind: SeriesKind },
  { edges }: TimeBuckets,
  known: Known,
): Promise<(number | null)[]> {
  const { areas, quantity, kind } = wanted
  const span = { fromUtc: edges[0] ?? 0, toUtc: edges.at(-1) ?? 0 }
  const published: Published[] = []
  if (kind === 'tso') published.push(...(await series.readFetchTimes(seriesOf(areas, quantity, kind), span)))
  else if (kind !== 'actual')
    for (const area of areas) published.push(await readRunTimes(area, span, known.run))
  const parts = knownParts(known, span).map(({ day, knownUtc, fromUtc, toUtc }) => {
    const times = published.flatMap(({ counting }) => counting(day.date, knownUtc) ?? [])
    return { fromUtc, toUtc, lastUtc: Math.max(...times) }
  })
  return edges.slice(0, -1).map((fromUtc, index) => {
    const toUtc = edges[index + 1] ?? fromUtc
    const touched = parts.filter((part) => part.toUtc > fromUtc && part.fromUtc < toUtc)
    const lastUtc = Math.max(...touched.map((part) => part.lastUtc))
    return lastUtc === -Infinity ? null : lastUtc
  })
}
