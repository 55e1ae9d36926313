import type { Span } from '#contract/time.ts'
import { toDate } from '#server/clock.ts'
import { createRowsOfSource, utcOf } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'

import type { FeedSpan } from './source.ts'

export const STATE_OF_SOURCE = createRowsOfSource('ingestion_state')
export const HOLES_OF_SOURCE = createRowsOfSource('hole')

/** Days for which hours without a value are not asked for again. */
const HOLE_RESTS_DAYS = 3
/** After so many days the second answer without a value is believed. */
const HOLE_SETTLES_AFTER_DAYS = 14

/** Remembers which spans of a source's feeds have been read for good. Every call rejects with a `DatabaseError` if the database does not answer. */
export type ReadState<Feed> = ReturnType<typeof createReadState<Feed>>

/** The parts of a span that was read of which nothing is stored for good. */
interface Gaps {
  /** Something came, but it cannot be read. */
  unread?: readonly Span[]
  /** Nothing came, although there may be values. */
  holes?: readonly Span[]
  /** False if the source gave nothing without saying that there is nothing: such holes never settle. */
  areHolesSaid?: boolean
}

const READ_SPANS = `coalesce(state.read_spans, '{}'::tstzmultirange)`
const READ_ON_DAY = `CASE WHEN state.read_again_on = $5::date THEN state.read_again_spans ELSE '{}' END`
/** Hours that came without a value in the last days. */
const restingHoles = (condition: string) => `coalesce((
  SELECT range_agg(hours) FROM hole
  WHERE hole.source = $1::text AND hole.feed = wanted.feed AND hole.asked_on > $5::date - ${HOLE_RESTS_DAYS}
    AND ${condition}
), '{}'::tstzmultirange)`
const RESTING_HOLES = restingHoles('true')
const SAID_HOLES = restingHoles(`hole.since < 'infinity'`)

/** SQL for the wanted spans less the spans `readSpans`, an expression on the row of the feed; `$5` is the day. */
const less = (readSpans: string) => `
  SELECT wanted.index::int AS index, ${utcOf('lower(part)')} AS "fromUtc", ${utcOf('upper(part)')} AS "toUtc"
  FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
    AS wanted (feed, from_utc, to_utc, index)
  LEFT JOIN ingestion_state AS state ON state.source = $1::text AND state.feed = wanted.feed
  CROSS JOIN LATERAL unnest(
    tstzmultirange(tstzrange(wanted.from_utc, wanted.to_utc)) - ${readSpans}
  ) AS part
  ORDER BY index, part`
const LESS_READ = less(`(${READ_SPANS} + ${RESTING_HOLES})`)
const LESS_READ_OR_SAID = less(`(${READ_SPANS} + ${SAID_HOLES})`)
const LESS_READ_OR_ASKED = less(`(${READ_SPANS} + ${RESTING_HOLES} + ${READ_ON_DAY})`)
const LESS_ASKED = less(READ_ON_DAY)

/** `$3` to `$4` was read on day `$5`, less `$6` to `$7`. Nothing came from `$8` to `$9`; such a hole settles at its second reading if `$10`. */
const MARK_READ = `WITH read AS (
  SELECT tstzmultirange(tstzrange($3::timestamptz, $4::timestamptz)) AS spans
), unread AS (
  SELECT coalesce(range_agg(tstzrange(from_utc, to_utc)), '{}') AS spans
  FROM unnest($6::timestamptz[], $7::timestamptz[]) AS part (from_utc, to_utc)
), empty AS (
  SELECT coalesce(range_agg(tstzrange(from_utc, to_utc)), '{}') - (SELECT spans FROM unread) AS spans
  FROM unnest($8::timestamptz[], $9::timestamptz[]) AS part (from_utc, to_utc)
), known AS (
  DELETE FROM hole WHERE source = $1::text AND feed = $2::text AND hours && (SELECT spans FROM read)
  RETURNING tstzmultirange(hours) AS hours, since, asked_on
), sums AS (
  SELECT coalesce(range_agg(hours), '{}') AS spans, coalesce(range_agg(hours) FILTER (
    WHERE $10::boolean AND since <= $5::date - ${HOLE_SETTLES_AFTER_DAYS}), '{}') AS settled FROM known
), word AS (
  SELECT CASE WHEN $10::boolean THEN $5::date ELSE 'infinity' END AS since
), written AS (
  INSERT INTO hole SELECT $1::text, $2::text, part, since, asked_on FROM (
    SELECT unnest(hours - (read.spans - unread.spans)) AS part, since, asked_on FROM known, read, unread
    UNION ALL
    SELECT unnest(hours * empty.spans), least(known.since, word.since), $5::date FROM known, empty, word
    UNION ALL
    SELECT unnest(empty.spans - sums.spans), since, $5::date FROM empty, sums, word
  ) AS parts
), missing AS (
  SELECT unread.spans + (empty.spans - sums.settled) AS spans FROM unread, empty, sums
)
INSERT INTO ingestion_state AS state (source, feed, read_spans, read_again_on, read_again_spans)
SELECT $1::text, $2::text, read.spans - missing.spans, $5::date, read.spans FROM read, missing
ON CONFLICT (source, feed) DO UPDATE SET
  read_spans = state.read_spans + excluded.read_spans - (SELECT spans FROM missing),
  read_again_on = excluded.read_again_on,
  read_again_spans = excluded.read_again_spans
    + CASE WHEN state.read_again_on = excluded.read_again_on THEN state.read_again_spans ELSE '{}' END`

export function createReadState<Feed>(
  database: Database,
  sourceName: string,
  nameOf: (feed: Feed) => string,
) {
  async function select(
    text: string,
    wanted: readonly FeedSpan<Feed>[],
    utc: number,
  ): Promise<FeedSpan<Feed>[]> {
    const rows = await database.query<Span & { index: number }>(text, [
      sourceName,
      wanted.map(({ feed }) => nameOf(feed)),
      wanted.map(({ span }) => new Date(span.fromUtc)),
      wanted.map(({ span }) => new Date(span.toUtc)),
      toDate(utc),
    ])
    return rows.flatMap(({ index, ...span }) =>
      wanted.slice(index - 1, index).map(({ feed }) => ({ feed, span })),
    )
  }

  return {
    /** Remembers that a span was read. Parts that could not be read stay missing, and holes until they settle. */
    async markRead(
      feed: Feed,
      { fromUtc, toUtc }: Span,
      readAtUtc: number,
      { unread = [], holes = [], areHolesSaid = true }: Gaps,
    ): Promise<void> {
      if (toUtc <= fromUtc) return
      await database.query(MARK_READ, [
        sourceName,
        nameOf(feed),
        new Date(fromUtc),
        new Date(toUtc),
        toDate(readAtUtc),
        ...[unread, holes].flatMap((parts) => [
          parts.map((part) => new Date(part.fromUtc)),
          parts.map((part) => new Date(part.toUtc)),
        ]),
        areHolesSaid,
      ])
    },

    /** The parts of these spans to be asked for now, in the order of the spans, then of time: not read yet, and no resting holes. */
    missing: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_READ, wanted, utc),

    /** As `missing`, with the holes of which the source never said that there is nothing, however lately it was asked. */
    missingOrSilent: (wanted: readonly FeedSpan<Feed>[], utc: number) =>
      select(LESS_READ_OR_SAID, wanted, utc),

    /** As `missing`, without what was read on the day (UTC) of the moment already. */
    missingOnDay: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_READ_OR_ASKED, wanted, utc),

    /** The parts of these spans that were not read on the day (UTC) of a moment. */
    notReadOnDay: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_ASKED, wanted, utc),
  }
}
