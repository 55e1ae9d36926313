import type { Database } from '#server/database/database.ts'
import type { Span } from '#server/series/series.ts'

/** Remembers from when to when a source published a part of a sum, such as the offshore wind of a zone. */
export interface PublishedParts {
  /** Adds a span in which a part was seen, and gives the whole span in which it has been seen, null if never. */
  recordSeen(part: string, span: Span | null): Promise<Span | null>
}

interface SeenRow {
  from_utc: Date
  to_utc: Date
}

/** The memory of one source in a database, over restarts. Rejects with a `DatabaseError`. */
export function createPublishedParts(database: Database, sourceName: string): PublishedParts {
  const seen = new Map<string, Span>()
  return {
    async recordSeen(part, span) {
      const known = seen.get(part)
      const isNew = span !== null && (!known || span.fromUtc < known.fromUtc || span.toUtc > known.toUtc)
      if (known !== undefined && !isNew) return known
      const [row] =
        span === null
          ? await database.query<SeenRow>(
              `SELECT lower(seen) AS from_utc, upper(seen) AS to_utc FROM published_part
               WHERE source = $1::text AND part = $2::text`,
              [sourceName, part],
            )
          : await database.query<SeenRow>(
              `INSERT INTO published_part AS known (source, part, seen)
               VALUES ($1::text, $2::text, tstzrange($3::timestamptz, $4::timestamptz))
               ON CONFLICT (source, part) DO UPDATE SET seen = range_merge(known.seen, excluded.seen)
               RETURNING lower(seen) AS from_utc, upper(seen) AS to_utc`,
              [sourceName, part, new Date(span.fromUtc), new Date(span.toUtc)],
            )
      if (row === undefined) return null
      const whole = { fromUtc: row.from_utc.getTime(), toUtc: row.to_utc.getTime() }
      seen.set(part, whole)
      return whole
    },
  }
}
