import type { Database } from '#server/database/database.ts'
import type { Span } from '#server/series/series.ts'

import type { Feed } from './source.ts'

/** What of a source's feeds has been read for good. Every call rejects with a `DatabaseError` where the database is away. */
export interface IngestionState {
  /** Remembers that a span of a feed is read. */
  markRead(feed: Feed, span: Span): Promise<void>
  /** What is not yet read of each of these wanted spans, in the order given, the parts in the order of time. */
  missing(wanted: readonly FeedSpan[]): Promise<FeedSpan[]>
}

export interface FeedSpan {
  feed: Feed
  span: Span
}

interface MissingRow {
  index: number
  from_utc: Date
  to_utc: Date
}

export function createIngestionState(database: Database, sourceName: string): IngestionState {
  return {
    async markRead(feed, span) {
      if (span.toUtc <= span.fromUtc) return
      await database.query(
        `INSERT INTO ingestion_state (source, area, kind, read_spans)
         VALUES ($1::text, $2::text, $3::text, tstzmultirange(tstzrange($4::timestamptz, $5::timestamptz)))
         ON CONFLICT (source, area, kind)
         DO UPDATE SET read_spans = ingestion_state.read_spans + excluded.read_spans`,
        [sourceName, feed.area, feed.kind, new Date(span.fromUtc), new Date(span.toUtc)],
      )
    },

    async missing(wanted) {
      const rows = await database.query<MissingRow>(
        `SELECT wanted.index::int AS index, lower(part) AS from_utc, upper(part) AS to_utc
         FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) WITH ORDINALITY
           AS wanted (area, kind, from_utc, to_utc, index)
         LEFT JOIN ingestion_state AS state
           ON state.source = $1::text AND state.area = wanted.area AND state.kind = wanted.kind
         CROSS JOIN LATERAL unnest(
           tstzmultirange(tstzrange(wanted.from_utc, wanted.to_utc))
             - coalesce(state.read_spans, '{}'::tstzmultirange)
         ) AS part
         ORDER BY index, from_utc`,
        [
          sourceName,
          wanted.map(({ feed }) => feed.area),
          wanted.map(({ feed }) => feed.kind),
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
