import { type Span, toDate } from '#contract/time.ts'
import { createRowsOfSource, utcOf } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'

import type { FeedSpan } from './source.ts'

export const STATE_OF_SOURCE = createRowsOfSource('ingestion_state')
export const HOLES_OF_SOURCE = createRowsOfSource('hole')

/** Rest before an hour without a value is requested again. */
const HOLE_RESTS_DAYS = 3
/** From then on the second answer without a value is final. */
const HOLE_SETTLES_AFTER_DAYS = 14

/** All calls reject with a `DatabaseError`. */
export type ReadState<Feed> = ReturnType<typeof createReadState<Feed>>

interface Gaps {
  /** Received, but not readable. */
  unread?: readonly Span[]
  /** Without values, although values may exist. */
  holes?: readonly Span[]
  /** False for a silent source: such holes never settle. */
  areHolesSaid?: boolean
}

const READ_SPANS = `coalesce(state.read_spans, '{}'::tstzmultirange)`
const READ_ON_DAY = `CASE WHEN state.read_again_on = $5::date THEN state.read_again_spans ELSE '{}' END`
const restingHoles = (condition: string) => `coalesce((
  SELECT range_agg(hours) FROM hole
  WHERE hole.source = $1::text AND hole.feed = wanted.feed AND hole.asked_on > $5::date - ${HOLE_RESTS_DAYS}
    AND ${condition}
), '{}'::tstzmultirange)`
const RESTING_HOLES = restingHoles('true')
const SAID_HOLES = restingHoles(`hole.since < 'infinity'`)

/** `readSpans` is an expression on the feed's row; `$5` is the day. */
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

const READ = `WITH read AS (
  SELECT tstzmultirange(tstzrange($3::timestamptz, $4::timestamptz)) AS spans
)`
const noteRead = (less: string, where: string) => `
INSERT INTO ingestion_state AS state (source, feed, read_spans, read_again_on, read_again_spans)
SELECT $1::text, $2::text, read.spans${less}, $5::date, read.spans FROM read ${where}
ON CONFLICT (source, feed) DO UPDATE SET
  read_spans = state.read_spans + excluded.read_spans${less},
  read_again_on = excluded.read_again_on,
  read_again_spans = excluded.read_again_spans
    + CASE WHEN state.read_again_on = excluded.read_again_on THEN state.read_again_spans ELSE '{}' END`

/** Takes a sixth of the time of `MARK_READ`. Returns no row if a known hole was read. */
const MARK_READ_WHOLE = `${READ} ${noteRead(
  '',
  'WHERE NOT EXISTS (SELECT FROM hole WHERE source = $1::text AND feed = $2::text AND hours && read.spans)',
)} RETURNING 1`

/** `$3` to `$4` was read on day `$5`. `$6` to `$7` are unread. `$8` to `$9` are holes, which settle at their second reading if `$10`. */
const MARK_READ = `${READ}, unread AS (
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
${noteRead(' - (SELECT spans FROM missing)', '')}`

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
    async markRead(
      feed: Feed,
      { fromUtc, toUtc }: Span,
      readAtUtc: number,
      { unread = [], holes = [], areHolesSaid = true }: Gaps,
    ): Promise<void> {
      if (toUtc <= fromUtc) return
      const read = [sourceName, nameOf(feed), new Date(fromUtc), new Date(toUtc), toDate(readAtUtc)]
      const isWhole = unread.length === 0 && holes.length === 0
      if (isWhole && (await database.query(MARK_READ_WHOLE, read)).length > 0) return
      await database.query(MARK_READ, [
        ...read,
        ...[unread, holes].flatMap((parts) => [
          parts.map((part) => new Date(part.fromUtc)),
          parts.map((part) => new Date(part.toUtc)),
        ]),
        areHolesSaid,
      ])
    },

    /** Missing spans without resting holes; in the order of `wanted`, then of time. */
    missing: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_READ, wanted, utc),

    /** As `missing`, with the holes of a silent source, however recent. */
    missingOrSilent: (wanted: readonly FeedSpan<Feed>[], utc: number) =>
      select(LESS_READ_OR_SAID, wanted, utc),

    /** As `missing`, without parts read on this day (UTC). */
    missingOnDay: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_READ_OR_ASKED, wanted, utc),

    notReadOnDay: (wanted: readonly FeedSpan<Feed>[], utc: number) => select(LESS_ASKED, wanted, utc),
  }
}
