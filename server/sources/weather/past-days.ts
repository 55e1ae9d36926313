import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { toDate } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createReadState } from '#server/sources/read-state.ts'
import type { FeedSpan } from '#server/sources/source.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'

const NOTHING = "'{}'::tstzmultirange"
const KNOWN_DAYS = `(
  SELECT range_agg(tstzrange(delivery_day::timestamp AT TIME ZONE 'UTC', (delivery_day + 1)::timestamp AT TIME ZONE 'UTC'))
  FROM weather_version WHERE area = wanted.feed
    AND delivery_day BETWEEN (wanted.from_utc AT TIME ZONE 'UTC')::date AND (wanted.to_utc AT TIME ZONE 'UTC')::date
    AND known_at < delivery_day::timestamp AT TIME ZONE $6::text AND (model <> $7::text OR fetched_at = known_at)
)`
const READ_ON_DAY = 'CASE WHEN state.read_again_on = $5::date THEN state.read_again_spans END'

/** What of the past has been read of one model of a source. Every call rejects with a `DatabaseError`. */
export type PastDays = ReturnType<typeof createPastDays>

/** Delivery days are kept as those of UTC with the same date. */
export function createPastDays(database: Database, { name, model }: WeatherSource) {
  const state = createReadState(database, `weather ${name} ${model}`, (area: MemberCode) => area)
  return {
    ...state,
    /**
     * The days that are worth asking for at a moment: without weather from before they began, or with incomplete weather that was
     * requested; but not those that are final, or were requested on the same day (UTC).
     */
    missing: (wanted: readonly FeedSpan<MemberCode>[], nowUtc: number) =>
      state.less(
        [READ_ON_DAY, 'state.read_spans', KNOWN_DAYS]
          .map((spans) => `coalesce(${spans}, ${NOTHING})`)
          .join(' + '),
        wanted,
        toDate(nowUtc),
        MARKET_ZONE,
        model,
      ),
  }
}
