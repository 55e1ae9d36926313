import type { SeriesBlock, Span } from '#server/series/series.ts'
import { mergeBlocks, type QuarterHours } from '#server/sources/quarter-hours.ts'
import type { Feed } from '#server/sources/source.ts'
import { blocksOfFeed, type PublishedParts, type PublishedQuantity } from '#server/sources/wind-sum.ts'

import { EIC_BY_AREA } from './areas.ts'
import type { EntsoeDocument, EntsoeSeries } from './document.ts'
import { invalid } from './xml.ts'

export const SOLAR = 'B16'
export const WIND_OFFSHORE = 'B18'
export const WIND_ONSHORE = 'B19'
/** Lowest and highest load of a day or week: no series of means. */
const EXTREMES: ReadonlySet<string | null> = new Set(['A60', 'A61'])

/** Plant types that are taken. What else a document says about generation is not read. */
export const TAKEN_TYPES: ReadonlySet<string | null> = new Set([SOLAR, WIND_OFFSHORE, WIND_ONSHORE])

export interface EntsoeValues {
  blocks: SeriesBlock[]
  /** Values that another value of the same document replaced. */
  duplicates: number
}

/** What a feed takes from a document over a span. Rejects with a `SourceError` if the document is about another area. */
export async function readFeedValues(
  document: Pick<EntsoeDocument, 'series'>,
  feed: Feed,
  span: Span,
  parts: PublishedParts,
): Promise<EntsoeValues> {
  if (document.series.some((series) => series.eic !== EIC_BY_AREA[feed.area]))
    throw invalid('it is about another area than was asked for')
  let duplicates = 0
  const merge = (series: readonly EntsoeSeries[]): QuarterHours | null => {
    if (series.length === 0) return null
    const blocks = series.flatMap((one) => one.blocks)
    const { quarters, overlaid } = mergeBlocks(blocks, span)
    duplicates += overlaid + blocks.reduce((sum, block) => sum + block.repeatedPoints, 0)
    return quarters
  }
  // A series *out* of the zone is what plants of that type consume, and often comes first.
  const generation = (psrType: string) =>
    merge(document.series.filter((series) => series.direction === 'in' && series.psrType === psrType))
  const published: Readonly<Record<PublishedQuantity, () => QuarterHours | null>> = {
    load: () =>
      merge(document.series.filter((one) => one.direction === 'out' && !EXTREMES.has(one.businessType))),
    solar: () => generation(SOLAR),
    wind_onshore: () => generation(WIND_ONSHORE),
    wind_offshore: () => generation(WIND_OFFSHORE),
  }
  const blocks = await blocksOfFeed(feed, (quantity) => published[quantity](), parts)
  return { blocks, duplicates }
}
