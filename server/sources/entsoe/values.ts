import type { Quantity, SeriesBlock, Span } from '#server/series/series.ts'

import { AREAS_WITH_OFFSHORE_WIND, EIC_BY_AREA } from './areas.ts'
import type { EntsoeDocument, EntsoeSeries } from './document.ts'
import { invalid } from './xml.ts'
import { mergeBlocks, sumQuarterHours, toBlocks, type QuarterHours } from '#server/sources/quarter-hours.ts'
import type { Feed } from '#server/sources/source.ts'

const SOLAR = 'B16'
const WIND_OFFSHORE = 'B18'
const WIND_ONSHORE = 'B19'
/** Lowest and highest load of a day or week: no series of means. */
const EXTREMES: ReadonlySet<string | null> = new Set(['A60', 'A61'])

export interface EntsoeValues {
  blocks: SeriesBlock[]
  /** Values that another value of the same document replaced. */
  duplicates: number
}

/** What a feed takes from a document over a span. Throws a `SourceError` where the document is about another area. */
export function takeFeed(document: EntsoeDocument, feed: Feed, span: Span): EntsoeValues {
  if (document.series.some((series) => series.eic !== EIC_BY_AREA[feed.area]))
    throw invalid('it is about another area than was asked for')
  let duplicates = 0
  const merge = (series: readonly EntsoeSeries[]): QuarterHours => {
    const blocks = series.flatMap((one) => one.blocks)
    const { quarters, overlaid } = mergeBlocks(blocks, span)
    duplicates += overlaid + blocks.reduce((sum, block) => sum + block.repeatedPoints, 0)
    return quarters
  }
  const blocks = feed.quantities.flatMap((quantity) => {
    const parts = partsOf(document, feed, quantity)
    if (parts.some((part) => part.length === 0)) return []
    const quarters = parts.map(merge).reduce(sumQuarterHours)
    return toBlocks(quarters).map((block) => ({ area: feed.area, quantity, kind: feed.kind, ...block }))
  })
  return { blocks, duplicates }
}

/**
 * The series of a document that add up to a quantity, one list per part; an empty list is a part without which the sum
 * would be silently partial.
 */
function partsOf(document: EntsoeDocument, feed: Feed, quantity: Quantity): EntsoeSeries[][] {
  if (quantity === 'load')
    return [
      document.series.filter((series) => series.direction === 'out' && !EXTREMES.has(series.businessType)),
    ]
  // A series *out* of the zone is what plants of that type consume, and often comes first.
  const generation = (psrType: string) =>
    document.series.filter((series) => series.direction === 'in' && series.psrType === psrType)
  if (quantity === 'solar') return [generation(SOLAR)]
  const onshore = generation(WIND_ONSHORE)
  const offshore = generation(WIND_OFFSHORE)
  if (AREAS_WITH_OFFSHORE_WIND.has(feed.area)) return [onshore, offshore]
  const carried = [onshore, offshore].filter((part) => part.length > 0)
  return carried.length === 0 ? [[]] : carried
}
