import type { MemberCode } from '#contract/areas.ts'
import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import type { Database } from '#server/database/database.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'

/** Delivery days of one area, in order, without one missing in between. */
export interface AreaDays {
  area: MemberCode
  /** `yyyy-MM-dd` */
  days: readonly string[]
}

/** What of the past has been asked of one model of a source. Every call rejects with a `DatabaseError`. */
export interface PastDays {
  /** Days without weather from before they began, of which nothing has been asked yet, by area. */
  missing(areas: readonly MemberCode[], fromDay: string, toDay: string): Promise<AreaDays[]>
  /** Remembers that days were asked for, whether there was weather or not. */
  markAsked(days: AreaDays): Promise<void>
}

export function createPastDays(database: Database, { name, model }: WeatherSource): PastDays {
  const source = `weather ${name} ${model}`
  return {
    async missing(areas, fromDay, toDay) {
      const rows = await database.query<{ area: MemberCode; day: string }>(
        `SELECT area, day::date AS day
         FROM unnest($1::text[]) AS area, generate_series($2::date, $3::date, interval '1 day') AS day
         WHERE NOT EXISTS (
             SELECT FROM weather_version AS known
             WHERE known.area = area.area AND known.delivery_day = day::date
               AND known.known_at < day::date::timestamp AT TIME ZONE $4::text
           )
           AND NOT EXISTS (
             SELECT FROM ingestion_state AS state
             WHERE state.source = $5::text AND state.feed = area.area
               AND state.read_spans @> day::date::timestamp AT TIME ZONE 'UTC'
           )
         ORDER BY area, day`,
        [areas, fromDay, toDay, DEFAULT_TIME_ZONE, source],
      )
      return areas.map((area) => ({
        area,
        days: rows.filter((row) => row.area === area).map(({ day }) => day),
      }))
    },
    async markAsked({ area, days }) {
      await database.query(
        `INSERT INTO ingestion_state AS state (source, feed, read_spans)
         VALUES ($1::text, $2::text, tstzmultirange(tstzrange(
           $3::date::timestamp AT TIME ZONE 'UTC', ($4::date + 1)::timestamp AT TIME ZONE 'UTC')))
         ON CONFLICT (source, feed) DO UPDATE SET read_spans = state.read_spans + excluded.read_spans`,
        [source, area, days[0], days.at(-1)],
      )
    },
  }
}
