import { DAY_MS, type Span } from '#contract/time.ts'
import { createRowsOfSource, utcOf } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import type { Block, StoredQuantity } from '#server/series/series.ts'

import { gapsOf, mergeBlocks, spanOfQuarters, sumQuarterHours, toBlocks, touching } from './quarter-hours.ts'
import type { QuarterHours } from './quarter-hours.ts'
import { type Feed, type Fetched, storedQuantities } from './source.ts'
import { WIND_POWER } from './wind-power.ts'

export type PublishedQuantity = 'load' | 'solar' | 'wind_onshore' | 'wind_offshore'

export interface SourceDocument {
  series: readonly PublishedSeries[]
  faults: readonly DocumentFault[]
}

/** Mean power in MW, in the order of the document. */
export interface PublishedSeries {
  quantity: PublishedQuantity
  blocks: Block[]
  /** Values that a later, different one replaced. */
  repeated: number
}

export interface DocumentFault {
  /** `any`: of an unknown quantity; `all`: of every quantity in the document. */
  quantity: PublishedQuantity | 'any' | 'all'
  /** Null for any time. */
  spans: Span[] | null
  message: string
}

const PARTS_OF: Readonly<Record<StoredQuantity, readonly PublishedQuantity[]>> = {
  load: ['load'],
  solar: ['solar'],
  wind: ['wind_onshore', 'wind_offshore'],
  wind_offshore: ['wind_offshore'],
}

/** Wind has its sum and, if published, its offshore part. */
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
  const [onshore = null, offshore = null] = [published.get('wind_onshore'), published.get('wind_offshore')]
  for (const quantity of storedQuantities(feed)) {
    const found =
      quantity === 'wind'
        ? await sumWind(feed, onshore, offshore, parts, isUnread('any', 'wind_offshore'))
        : published.get(quantity)
    const quarters = found ?? mergeBlocks([], span).quarters
    const gaps = gapsOf(quarters, isUnread('any', 'all', ...PARTS_OF[quantity]))
    fetched.blocks.push(...toBlocks(quarters).map((block) => ({ area, kind, quantity, ...block })))
    fetched.unread.push(...gaps.map((gap) => ({ quantity, ...gap })))
  }
  return fetched
}

export const PARTS_OF_SOURCE = createRowsOfSource('published_part')

/** The period in which a source published a part of a sum, such as a zone's offshore wind. */
export interface PublishedParts {
  /** Extends the period by `span`, and returns it. */
  record(part: string, span: Span | null): Promise<Span | null>
}

const SEEN = `${utcOf('lower(seen)')} AS "fromUtc", ${utcOf('upper(seen)')} AS "toUtc"`

export const forgetParts: PublishedParts = { record: async (_part, span) => span }

/** Rejects with a `DatabaseError`. */
export function createPublishedParts(database: Database, sourceName: string): PublishedParts {
  return {
    async record(part, span) {
      const [whole] =
        span === null
          ? await database.query<Span>(
              `SELECT ${SEEN} FROM published_part WHERE source = $1::text AND part = $2::text`,
              [sourceName, part],
            )
          : await database.query<Span>(
              `INSERT INTO published_part AS known (source, part, seen)
               VALUES ($1::text, $2::text, tstzrange($3::timestamptz, $4::timestamptz))
               ON CONFLICT (source, part) DO UPDATE SET seen = range_merge(known.seen, excluded.seen)
               RETURNING ${SEEN}`,
              [sourceName, part, new Date(span.fromUtc), new Date(span.toUtc)],
            )
      return whole ?? null
    },
  }
}

/** A part that is missing for longer has ended. */
export const PART_ENDS_AFTER_MS = 30 * DAY_MS

/** While an area publishes both, an hour that lacks one has no sum: that part is late. Before, onshore is all of it. */
export async function sumWind(
  { area, kind }: Feed,
  onshore: QuarterHours | null,
  offshore: QuarterHours | null,
  parts: PublishedParts,
  isUnread: (utc: number) => boolean = () => false,
): Promise<QuarterHours | null> {
  const published = await parts.record(`${area} ${kind} offshore wind`, offshore && spanOfQuarters(offshore))
  if (onshore === null) return null
  const { offshoreSinceUtc, isOffshoreForecast } = WIND_POWER[area]
  const isKnown = kind === 'actual' || isOffshoreForecast
  const sinceUtc = isKnown ? (offshoreSinceUtc ?? Infinity) : Infinity
  const isNeeded = (utc: number) =>
    utc >= sinceUtc ||
    (published !== null && utc >= published.fromUtc && utc < published.toUtc + PART_ENDS_AFTER_MS) ||
    isUnread(utc)
  return sumQuarterHours(onshore, offshore, isNeeded)
}
