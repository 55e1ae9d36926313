import type { Database } from '#server/database/database.ts'
import type { Span } from '#server/series/series.ts'
import { feedName } from '#server/sources/source.ts'
import type { Feed, FeedSpan } from '#server/sources/source.ts'

/** What has been read for good of a source's feeds. Every call rejects with a `DatabaseError` where the database is away. */
export interface ReadState {
  /** Remembers that a span of a feed is read. */
  markRead(feed: Feed, span: Span): Promise<void>
  /** The parts of these spans that are not read yet, in the order of the spans, then of time. */
  missing(wanted: readonly FeedSpan[]): Promise<FeedSpan[]>
}

interface MissingRow {
  index: number
  from_utc: Date
  to_utc: Date
}

export function createReadState(database: Database, sourceName: string): ReadState {
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
