import type { Span } from '#server/series/series.ts'
import { spanOf } from '#server/series/spans.ts'
import { mergeBlocks, type QuarterHours, spanOfValues } from '#server/sources/quarter-hours.ts'
import type { Feed, Fetched } from '#server/sources/source.ts'
import { type PublishedParts, type PublishedQuantity, readFeed } from '#server/sources/wind-sum.ts'

import { EIC_BY_AREA } from './areas.ts'
import type { EntsoeDocument, EntsoeFault, EntsoeSeries } from './document.ts'

export const SOLAR = 'B16'
export const WIND_OFFSHORE = 'B18'
export const WIND_ONSHORE = 'B19'
/** Plant types that are taken. What else a document says about generation is not read. */
export const TAKEN_TYPES: ReadonlySet<string> = new Set([SOLAR, WIND_OFFSHORE, WIND_ONSHORE])

const TYPE_OF: Readonly<Record<PublishedQuantity, string | null>> = {
  load: null,
  solar: SOLAR,
  wind_onshore: WIND_ONSHORE,
  wind_offshore: WIND_OFFSHORE,
}

/** What a feed takes from a document over a span. */
export function readFeedValues(
  document: Pick<EntsoeDocument, 'series' | 'faults'>,
  feed: Feed,
  span: Span,
  parts: PublishedParts,
): Promise<Fetched> {
  const isOwn = ({ eic }: EntsoeSeries) => eic === EIC_BY_AREA[feed.area]
  const own = document.series.filter(isOwn)
  const faults = [
    ...document.faults,
    ...document.series.filter((series) => !isOwn(series)).map(ofAnotherArea),
  ]
  const taken = new Map<string | null, QuarterHours>()
  let duplicates = 0
  for (const psrType of new Set(own.map((series) => series.psrType))) {
    const blocks = own.flatMap((series) => (series.psrType === psrType ? series.blocks : []))
    const { quarters, overlaid } = mergeBlocks(blocks, span)
    duplicates += overlaid + blocks.reduce((sum, block) => sum + block.repeatedPoints, 0)
    taken.set(psrType, quarters)
  }
  if (taken.size > 0 && [...taken.values()].every((quarters) => spanOfValues(quarters) === null))
    faults.push({ psrType: null, spans: null, message: 'it is about another time than was requested' })
  const spansOf = (psrType: string | null) =>
    faults.flatMap((fault) => (fault.psrType === psrType ? (fault.spans ?? [span]) : []))
  const messages = faults.map(({ message }) => message)
  if (duplicates > 0)
    messages.push(`${duplicates} values are given twice and differ: the finer or later one counts`)
  const published = {
    valuesOf: (quantity: PublishedQuantity) => taken.get(TYPE_OF[quantity]) ?? null,
    unreadOf: (quantity: PublishedQuantity | null) => spansOf(quantity && TYPE_OF[quantity]),
    unreadOffshore: [null, WIND_OFFSHORE].flatMap(spansOf),
    faults: messages,
  }
  return readFeed(feed, span, published, parts)
}

function ofAnotherArea({ eic, psrType, blocks }: EntsoeSeries): EntsoeFault {
  const message = `left out: it is about another area than was requested (${eic.slice(0, 20)})`
  return { psrType, spans: blocks.map(spanOf), message }
}
