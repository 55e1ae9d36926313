import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { toDate } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'

/** Delivery days of one area, in order, without one missing in between. */
export interface AreaDays {
  area: MemberCode
  /** `yyyy-MM-dd` */
  days: readonly string[]
}

/** What of the past has been read of one model of a source. Every call rejects with a `DatabaseError`. */
export type PastDays = ReturnType<typeof createPastDays>

export function createPastDays(database: Database, { name, model }: WeatherSource) {
  const source = `weather ${name} ${model}`
  return {
    /**
     * By area the days that are worth asking for at a moment: without weather from before they began, or with incomplete weather that
     * was requested; but not those that are final, or were requested on the same day (UTC).
     */
    async missing(
      areas: readonly MemberCode[],
      fromDay: string,
      toDay: string,
      nowUtc: number,
    ): Promise<AreaDays[]> {
      const rows = await database.query<{ area: MemberCode; day: string }>(
        `SELECT area, day::date AS day
         FROM unnest($1::text[]) AS area, generate_series($2::date, $3::date, interval '1 day') AS day
         WHERE NOT EXISTS (
             SELECT FROM weather_version AS known
             WHERE known.area = area.area AND known.delivery_day = day::date
               AND known.known_at < day::date::timestamp AT TIME ZONE $4::text
               AND (known.model <> $6::text OR known.fetched_at = known.known_at)
           )
           AND NOT EXISTS (
             SELECT FROM ingestion_state AS state
             WHERE state.source = $5::text AND state.feed = area.area
               AND (state.read_spans @> day::date::timestamp AT TIME ZONE 'UTC'
                 OR state.read_again_on = $7::date
                   AND state.read_again_spans @> day::date::timestamp AT TIME ZONE 'UTC')
           )
         ORDER BY area, day`,
        [areas, fromDay, toDay, MARKET_ZONE, source, model, toDate(nowUtc)],
      )
      return areas.map((area) => ({
        area,
        days: rows.filter((row) => row.area === area).map(({ day }) => day),
      }))
    },
    /** Remembers that days were requested at a moment, and which of them are final, whether there was weather or not. */
    async markRead({ area, days }: AreaDays, finalDays: readonly string[], readAtUtc: number): Promise<void> {
      await database.query(
        `INSERT INTO ingestion_state AS state (source, feed, read_spans, read_again_on, read_again_spans)
         SELECT $1::text, $2::text, coalesce(range_agg(span) FILTER (WHERE day = ANY ($4::date[])), '{}'),
           $5::date, range_agg(span)
         FROM unnest($3::date[]) AS day, tstzrange(
           day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC') AS span
         ON CONFLICT (source, feed) DO UPDATE SET read_spans = state.read_spans + excluded.read_spans,
           read_again_on = excluded.read_again_on,
           read_again_spans = excluded.read_again_spans
             + CASE WHEN state.read_again_on = excluded.read_again_on THEN state.read_again_spans ELSE '{}' END`,
        [source, area, days, finalDays, toDate(readAtUtc)],
      )
    },
  }
}
