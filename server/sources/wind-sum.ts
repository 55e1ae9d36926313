import type { MemberCode } from '#contract/areas.ts'
import { utcOf } from '#server/database/column-times.ts'
import type { Database } from '#server/database/database.ts'
import { DAY_MS, type Span } from '#server/series/series.ts'

import { type QuarterHours, spanOfQuarters, sumQuarterHours } from './quarter-hours.ts'
import type { Feed } from './source.ts'

/** Remembers from when to when a source published a part of a sum, such as the offshore wind of a zone. */
export interface PublishedParts {
  /** Adds a span in which a part was published, and gives the whole span in which it was, null if never. */
  record(part: string, span: Span | null): Promise<Span | null>
}

const SEEN = `${utcOf('lower(seen)')} AS "fromUtc", ${utcOf('upper(seen)')} AS "toUtc"`

export const forgetParts: PublishedParts = { record: async (_part, span) => span }

/** The memory of one source in a database, over restarts. Rejects with a `DatabaseError`. */
export function createPublishedParts(database: Database, sourceName: string): PublishedParts {
  const spans = new Map<string, Span>()
  return {
    async record(part, span) {
      const known = spans.get(part)
      const isNew = span !== null && (!known || span.fromUtc < known.fromUtc || span.toUtc > known.toUtc)
      if (known !== undefined && !isNew) return known
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
      if (whole !== undefined) spans.set(part, whole)
      return whole ?? null
    },
  }
}

/** Since when areas have had offshore wind, so that both parts are known to be needed from the start: the first three since before 2018. */
export const OFFSHORE_WIND_SINCE: ReadonlyMap<MemberCode, number> = new Map([
  ['DE', 0],
  ['NL', 0],
  ['BE', 0],
  ['FR', Date.UTC(2023, 0)],
  ['PL', Date.UTC(2026, 8)],
])
/** Areas whose TSO is known to forecast offshore wind too. Of others it is learned. */
const AREAS_WITH_OFFSHORE_FORECAST: ReadonlySet<MemberCode> = new Set(['DE', 'NL', 'BE'])
/** A part that was not published for this long is no longer a part. */
const PART_ENDS_AFTER_MS = 30 * DAY_MS

/**
 * Onshore plus offshore wind, null without onshore wind. While an area publishes both, or where offshore wind was sent that cannot be
 * read, an hour without one of them has no sum: that part is late. Before, onshore wind is all of it.
 */
export async function sumWind(
  { area, kind }: Feed,
  onshore: QuarterHours | null,
  offshore: QuarterHours | null,
  parts: PublishedParts,
  isUnread: (utc: number) => boolean = () => false,
): Promise<QuarterHours | null> {
  const published = await parts.record(`${area} ${kind} offshore wind`, offshore && spanOfQuarters(offshore))
  if (onshore === null) return null
  const isKnown = kind === 'actual' || AREAS_WITH_OFFSHORE_FORECAST.has(area)
  const sinceUtc = isKnown ? (OFFSHORE_WIND_SINCE.get(area) ?? Infinity) : Infinity
  const isNeeded = (utc: number) =>
    utc >= sinceUtc ||
    (published !== null && utc >= published.fromUtc && utc < published.toUtc + PART_ENDS_AFTER_MS) ||
    isUnread(utc)
  return sumQuarterHours(onshore, offshore, isNeeded)
}
