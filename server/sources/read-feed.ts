import type { Block, Span, StoredQuantity } from '#server/series/series.ts'

import {
  gapsOf,
  mergeBlocks,
  type QuarterHours,
  spanOfQuarters,
  toBlocks,
  touching,
} from './quarter-hours.ts'
import { type Feed, type Fetched, storedQuantities } from './source.ts'
import { type PublishedParts, sumWind } from './wind-sum.ts'

/** What a source publishes by itself. */
export type PublishedQuantity = 'load' | 'solar' | 'wind_onshore' | 'wind_offshore'

/** What a document of a source says, whatever its format. */
export interface SourceDocument {
  series: readonly PublishedSeries[]
  faults: readonly DocumentFault[]
}

/** Mean power in MW, in the order of the document. */
export interface PublishedSeries {
  quantity: PublishedQuantity
  blocks: Block[]
  /** Values that a later one of the same time, which differs, replaced. */
  repeated: number
}

/** Something in a document that cannot be read, and is left out. */
export interface DocumentFault {
  /** `any`: nobody knows of which quantity it is; `all`: it is of every one in the document. */
  quantity: PublishedQuantity | 'any' | 'all'
  /** The times that it may have been meant for; null if that can be any. */
  spans: Span[] | null
  /** Which one it is, of what time, and what is wrong with it. */
  message: string
}

const PARTS_OF: Readonly<Record<StoredQuantity, readonly PublishedQuantity[]>> = {
  load: ['load'],
  solar: ['solar'],
  wind: ['wind_onshore', 'wind_offshore'],
  wind_offshore: ['wind_offshore'],
}

/** What a feed takes from a document over a span. Of wind both the sum and its offshore part, where there is one. */
export async function readFeed(
  feed: Feed,
  span: Span,
  document: SourceDocument,
  parts: PublishedParts,
): Promise<Fetched> {
  const { area, kind } = feed
  const faults = [...document.faults]
  const published = new Map<PublishedQuantity, QuarterHours>()
  let repeated = 0
  for (const quantity of new Set(document.series.map((series) => series.quantity))) {
    const own = document.series.filter((series) => series.quantity === quantity)
    const { quarters, overlaid } = mergeBlocks(
      own.flatMap(({ blocks }) => blocks),
      span,
    )
    repeated = own.reduce((sum, series) => sum + series.repeated, repeated + overlaid)
    published.set(quantity, quarters)
  }
  const hasBlocks = document.series.some(({ blocks }) => blocks.length > 0)
  if (hasBlocks && [...published.values()].every((quarters) => spanOfQuarters(quarters) === null))
    faults.push({ quantity: 'any', spans: null, message: 'it is about another time than was requested' })
  const isUnread = (...about: readonly DocumentFault['quantity'][]) =>
    touching(faults.flatMap(({ quantity, spans }) => (about.includes(quantity) ? (spans ?? [span]) : [])))
  const fetched: Fetched = { blocks: [], unread: [], faults: faults.map(({ message }) => message) }
  if (repeated > 0)
    fetched.faults.push(`${repeated} values are given twice and differ: the finer or later one counts`)
  const valuesOf = (quantity: PublishedQuantity) => published.get(quantity) ?? null
  for (const quantity of storedQuantities(feed)) {
    const found =
      quantity === 'wind'
        ? await sumWind(
            feed,
            valuesOf('wind_onshore'),
            valuesOf('wind_offshore'),
            parts,
            isUnread('any', 'wind_offshore'),
          )
        : valuesOf(quantity)
    const quarters = found ?? mergeBlocks([], span).quarters
    const gaps = gapsOf(quarters, isUnread('any', 'all', ...PARTS_OF[quantity]))
    fetched.blocks.push(...toBlocks(quarters).map((block) => ({ area, kind, quantity, ...block })))
    fetched.unread.push(...gaps.map((gap) => ({ quantity, ...gap })))
  }
  return fetched
}
