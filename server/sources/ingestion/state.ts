import type { Database } from '#server/database/database.ts'
import type { Span } from '#server/series/series.ts'

import type { Feed } from '#server/sources/source.ts'

export interface FeedSpan {
  feed: Feed
  span: Span
}

/** What of a source's feeds has been read for good. Every call rejects with a `DatabaseError` where the database is away. */
export interface IngestionState {
  /** Remembers that a span of a feed is read. */
  markRead(feed: Feed, span: Span): Promise<void>
  /** What is not yet read of each of these wanted spans, in the order given, the parts in the order of time. */
  missing(wanted: readonly FeedSpan[]): Promise<FeedSpan[]>
}

interface MissingRow {
  index: number
  from_utc: Date
  to_utc: Date
}

/** A feed's name within its source. */
export function feedName({ area, kind, quantities }: Feed): string {
  return `${area} ${kind} ${quantities.join('+')}`
}

export function createIngestionState(database: Database, sourceName: string): IngestionState {
  return {
    async markRead(feed, { fromUtc, toUtc }) {
      if (toUtc <= fromUtc) return
      await database.query(
        `INSERT INTO ingestion_state (source, feed, read_spans)
         VALUES ($1::text, $2::text, tstzmultirange(tstzrange($3::timestamptz, $4::timestamptz)))
         ON CONFLICT (source, feed) DO UPDATE SET read_spans = ingestion_state.read_spans + excluded.read_spans`,
        [sourceName, feedName(feed), new Date(fromUtc), new Date(toUtc)],
      )
    },

    async missing(wanted) {
      const rows = await database.query<MissingRow>(
        `SELECT wanted.index::int AS index, lower(part) AS from_utc, upper(part) AS to_utc
         FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
           AS wanted (feed, from_utc, to_utc, index)
         LEFT JOIN ingestion_state AS state ON state.source = $1::text AND state.feed = wanted.feed
         CROSS JOIN LATERAL unnest(
           tstzmultirange(tstzrange(wanted.from_utc, wanted.to_utc))
             - coalesce(state.read_spans, '{}'::tstzmultirange)
         ) AS part
         ORDER BY index, from_utc`,
        [
          sourceName,
          wanted.map(({ feed }) => feedName(feed)),
          wanted.map(({ span }) => new Date(span.fromUtc)),
          wanted.map(({ span }) => new Date(span.toUtc)),
        ],
      )
      return rows.flatMap(({ index, from_utc, to_utc }) => {
        const feed = wanted[index - 1]?.feed
        return feed === undefined
          ? []
          : [{ feed, span: { fromUtc: from_utc.getTime(), toUtc: to_utc.getTime() } }]
      })
    },
  }
}
