import { toDate } from '#server/clock.ts'
import { utcOf } from '#server/database/column-times.ts'
import type { Database } from '#server/database/database.ts'
import type { Span } from '#server/series/series.ts'

import type { FeedSpan } from './source.ts'

/** Which spans of a source's feeds have been read for good. Every call rejects with a `DatabaseError` if the database does not answer. */
export type ReadState<Feed> = ReturnType<typeof createReadState<Feed>>

export function createReadState<Feed>(
  database: Database,
  sourceName: string,
  nameOf: (feed: Feed) => string,
) {
  /** The wanted spans less those that `readSpans`, an expression on the row of the feed, holds. */
  async function less(
    readSpans: string,
    wanted: readonly FeedSpan<Feed>[],
    ...more: readonly string[]
  ): Promise<FeedSpan<Feed>[]> {
    const rows = await database.query<Span & { index: number }>(
      `SELECT wanted.index::int AS index, ${utcOf('lower(part)')} AS "fromUtc", ${utcOf('upper(part)')} AS "toUtc"
       FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
         AS wanted (feed, from_utc, to_utc, index)
       LEFT JOIN ingestion_state AS state ON state.source = $1::text AND state.feed = wanted.feed
       CROSS JOIN LATERAL unnest(
         tstzmultirange(tstzrange(wanted.from_utc, wanted.to_utc)) - coalesce(${readSpans}, '{}'::tstzmultirange)
       ) AS part
       ORDER BY index, part`,
      [
        sourceName,
        wanted.map(({ feed }) => nameOf(feed)),
        wanted.map(({ span }) => new Date(span.fromUtc)),
        wanted.map(({ span }) => new Date(span.toUtc)),
        ...more,
      ],
    )
    return rows.flatMap(({ index, ...span }) =>
      wanted.slice(index - 1, index).map(({ feed }) => ({ feed, span })),
    )
  }

  return {
    less,

    /** Remembers that a span of a feed is read, at a time, and for good except for parts that could not be read. */
    async markRead(
      feed: Feed,
      { fromUtc, toUtc }: Span,
      readAtUtc: number,
      unread: readonly Span[],
    ): Promise<void> {
      if (toUtc <= fromUtc) return
      await database.query(
        `WITH unread AS (
           SELECT coalesce(range_agg(tstzrange(from_utc, to_utc)), '{}') AS spans
           FROM unnest($6::timestamptz[], $7::timestamptz[]) AS part (from_utc, to_utc)
         ), read AS (
           SELECT tstzmultirange(tstzrange($3::timestamptz, $4::timestamptz)) AS spans
         )
         INSERT INTO ingestion_state AS state (source, feed, read_spans, read_again_on, read_again_spans)
         SELECT $1::text, $2::text, read.spans - unread.spans, $5::date, read.spans FROM read, unread
         ON CONFLICT (source, feed) DO UPDATE SET
           read_spans = state.read_spans + excluded.read_spans - (SELECT spans FROM unread),
           read_again_on = excluded.read_again_on,
           read_again_spans = excluded.read_again_spans
             + CASE WHEN state.read_again_on = excluded.read_again_on THEN state.read_again_spans ELSE '{}' END`,
        [
          sourceName,
          nameOf(feed),
          new Date(fromUtc),
          new Date(toUtc),
          toDate(readAtUtc),
          unread.map((part) => new Date(part.fromUtc)),
          unread.map((part) => new Date(part.toUtc)),
        ],
      )
    },

    /** The parts of these spans that are not read yet, in the order of the spans, then of time. */
    missing: (wanted: readonly FeedSpan<Feed>[]) => less('state.read_spans', wanted),

    /** The same, of what was read on the day (UTC) of a moment. */
    notReadOnDay: (wanted: readonly FeedSpan<Feed>[], utc: number) =>
      less('CASE WHEN state.read_again_on = $5::date THEN state.read_again_spans END', wanted, toDate(utc)),
  }
}
