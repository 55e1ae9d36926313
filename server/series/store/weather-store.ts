import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { columnsOf, createRowsOfSource, packBytes, utcOf } from '#server/database/columns.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { decodeChunk } from '#server/series/chunks/chunk-codec.ts'
import { deliveryDays } from '#server/series/forecast-days.ts'
import { raiseRevision } from '#server/series/revision.ts'

import {
  cutWeather,
  emptyWeather,
  encodeWeather,
  hasWeather,
  MARGIN_HOURS,
  viewWeather,
  WEATHER_FIELDS,
  withMargin,
} from './area-weather.ts'
import type { DayWeather, WeatherOrigin, WeatherVersion } from './area-weather.ts'

/** Per area and delivery day, known before the day began and after. */
const MAX_BEFORE_DAY = 12
const MAX_AFTER_START = 2

/** Later fetches count as known at 08:00 in Brussels on the day before: their run was published by then. */
const KNOWN_BEFORE_DAY_MS = 16 * HOUR_MS

export const WEATHER_OF_MODEL = createRowsOfSource('weather_version', 'model')

export interface WeatherDays {
  fromDay: string
  toDay: string
}

/** Weather as known at each time. Calls reject with a `DatabaseError`. */
export type WeatherStore = ReturnType<typeof createWeatherStore>

type OriginRow = WeatherOrigin & { area: MemberCode }

const ORIGIN = `model, ${utcOf('run')} AS "runUtc", ${utcOf('known_at')} AS "knownAtUtc",
  ${utcOf('fetched_at')} AS "fetchedAtUtc"`

/** Many days in one row: four hundred rows would take several times as long. */
interface PackedDays {
  days: (Omit<DayWeather, 'weather'> & { startsAtUtc: number; valueCount: number })[]
  packed: Uint8Array
}

export function createWeatherStore(database: Database) {
  return {
    /** Adds only to days that a version covers by half or more; `gaps`: only to days without a version from before the day. Returns the number of days written. */
    async append(
      versions: readonly WeatherVersion[],
      which: 'all' | 'gaps' = 'all',
      connection?: Transaction,
    ): Promise<number> {
      const days = versions.flatMap(daysOf)
      if (days.length === 0) return 0
      const write = (connection: Transaction) => writeDays(connection, days, which)
      return connection === undefined ? database.transaction(write) : write(connection)
    },

    /** Days without weather known before they began. A later fetch of this model does not count, so that it can be repeated. */
    async lacking(
      areas: readonly MemberCode[],
      { fromDay, toDay }: WeatherDays,
      model: string,
    ): Promise<({ area: MemberCode } & WeatherDays)[]> {
      return database.query(
        `SELECT area, lower(part) AS "fromDay", upper(part) - 1 AS "toDay"
         FROM unnest($1::text[]) WITH ORDINALITY AS wanted (area, index) CROSS JOIN LATERAL unnest(
           datemultirange(daterange($2::date, $3::date, '[]')) - coalesce((
             SELECT range_agg(daterange(delivery_day, delivery_day, '[]')) FROM weather_version AS known
             WHERE known.area = wanted.area AND delivery_day BETWEEN $2::date AND $3::date
               AND known_at < delivery_day::timestamp AT TIME ZONE $4::text AND (model <> $5::text OR fetched_at = known_at)
           ), '{}')
         ) AS part
         ORDER BY index, part`,
        [areas, fromDay, toDay, MARKET_ZONE, model],
      )
    },

    async firstDay(area: MemberCode): Promise<string | null> {
      const [row] = await database.query<{ day: string | null }>(
        'SELECT min(delivery_day) AS day FROM weather_version WHERE area = $1::text',
        [area],
      )
      return row?.day ?? null
    },

    async removeBefore(day: string): Promise<void> {
      await database.query('DELETE FROM weather_version WHERE delivery_day < $1::date', [day])
    },

    /** Newest version that was fetched at its own time. */
    async lastFetches(): Promise<Map<MemberCode, WeatherOrigin>> {
      const rows = await database.query<OriginRow>(
        `SELECT area, ${ORIGIN}
         FROM unnest($1::text[]) AS area CROSS JOIN LATERAL (
           SELECT known_at, fetched_at, model, run FROM weather_version
           WHERE weather_version.area = area.area AND known_at = fetched_at
           ORDER BY delivery_day DESC, known_at DESC LIMIT 1
         ) AS newest`,
        [MEMBER_CODES],
      )
      return originsByArea(rows)
    },

    async newestOf(day: string, atUtc: number): Promise<Map<MemberCode, WeatherOrigin>> {
      const rows = await database.query<OriginRow>(
        `SELECT DISTINCT ON (area) area, ${ORIGIN} FROM weather_version
         WHERE area = ANY ($1::text[]) AND delivery_day = $2::date AND known_at <= $3::timestamptz
         ORDER BY area, known_at DESC`,
        [MEMBER_CODES, day, new Date(atUtc)],
      )
      return originsByArea(rows)
    },

    /** Versions known at the information time of each day, so that a forecast cannot look ahead. */
    async readDayAhead(area: MemberCode, wanted: WeatherDays, informationTimeOf: (day: string) => number) {
      const days = deliveryDays(wanted.fromDay, wanted.toDay)
      const informationTimes = days.map(({ date }) => informationTimeOf(date))
      return stitch(days, await readNewest(database, area, wanted, informationTimes))
    },
  }
}

async function readNewest(
  database: Database,
  area: MemberCode,
  { fromDay, toDay }: WeatherDays,
  informationTimes: readonly number[],
): Promise<DayWeather[]> {
  const [known] = await database.query<PackedDays>(
    `SELECT string_agg(packed, NULL ORDER BY delivery_day) AS packed,
       json_agg(json_build_object('day', delivery_day, 'model', model, 'runUtc', ${utcOf('run')},
         'knownAtUtc', ${utcOf('known_at')}, 'fetchedAtUtc', ${utcOf('fetched_at')},
         'startsAtUtc', ${utcOf('starts_at')}, 'valueCount', length(packed) / 4) ORDER BY delivery_day) AS days
     FROM (
       SELECT DISTINCT ON (delivery_day) * FROM weather_version
       WHERE area = $1::text AND delivery_day BETWEEN $2::date AND $3::date
         AND known_at <= to_timestamp(($4::float8[])[delivery_day - $2::date + 1] / 1000)
       ORDER BY delivery_day, known_at DESC
     ) AS newest
     HAVING count(*) > 0`,
    [area, fromDay, toDay, informationTimes],
  )
  return known === undefined ? [] : unpackDays(known)
}

async function writeDays(
  connection: Transaction,
  days: ReturnType<typeof daysOf>,
  which: 'all' | 'gaps',
): Promise<number> {
  const [mostBefore, mostAfter] = which === 'gaps' ? [1, 0] : [MAX_BEFORE_DAY, MAX_AFTER_START]
  const { bytes, starts, lengths } = packBytes(days.map(({ packed }) => packed))
  const written = await connection.query(
    `INSERT INTO weather_version AS kept (area, delivery_day, known_at, fetched_at, model, run, starts_at, packed)
     SELECT area, delivery_day, known_at, fetched_at, model, run, starts_at, substring($9::bytea FROM start FOR length)
     FROM unnest($1::text[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::timestamptz[],
         $7::timestamptz[], $8::timestamptz[], $10::int[], $11::int[])
       AS given (area, delivery_day, known_at, fetched_at, model, run, starts_at, day_starts_at, start, length)
     WHERE (
       SELECT count(*) FROM weather_version AS other
       WHERE other.area = given.area AND other.delivery_day = given.delivery_day
         AND other.known_at <> given.known_at
         AND (other.known_at < given.day_starts_at) = (given.known_at < given.day_starts_at)
     ) < CASE WHEN given.known_at < given.day_starts_at THEN $12::int ELSE $13::int END
     ON CONFLICT (area, delivery_day, known_at) DO UPDATE SET fetched_at = excluded.fetched_at, model = excluded.model,
       run = excluded.run, starts_at = excluded.starts_at, packed = excluded.packed
     RETURNING 1`,
    [
      ...columnsOf(days, 'area', 'day', 'knownAt', 'fetchedAt', 'model', 'run', 'startsAt', 'dayStartsAt'),
      bytes,
      starts,
      lengths,
      mostBefore,
      mostAfter,
    ],
  )
  if (written.length > 0) await raiseRevision(connection)
  return written.length
}

function daysOf({ area, model, runUtc, knownAtUtc, fetchedAtUtc, weather }: WeatherVersion) {
  const toUtc = weather.startsAtUtc + weather.temperatureC.length * HOUR_MS
  const isHalfThere = (day: LocalDay) =>
    2 * (Math.min(day.toUtc, toUtc) - Math.max(day.fromUtc, weather.startsAtUtc)) >= day.toUtc - day.fromUtc
  return daysTouching({ fromUtc: weather.startsAtUtc, toUtc }, MARKET_ZONE)
    .filter((day) => isHalfThere(day) && hasWeather(weather, day))
    .map((day) => {
      // Later hours would belong to a forecast made a day later.
      const ofDay = cutWeather(weather, withMargin(day, knownAtUtc === null ? 0 : MARGIN_HOURS))
      return {
        area,
        day: day.date,
        dayStartsAt: new Date(day.fromUtc),
        knownAt: new Date(knownAtUtc ?? day.fromUtc - KNOWN_BEFORE_DAY_MS),
        fetchedAt: new Date(fetchedAtUtc),
        model,
        run: runUtc === null ? null : new Date(runUtc),
        startsAt: new Date(ofDay.startsAtUtc),
        packed: encodeWeather(ofDay),
      }
    })
}

function originsByArea(rows: readonly OriginRow[]): Map<MemberCode, WeatherOrigin> {
  return new Map(rows.map(({ area, ...origin }) => [area, origin]))
}

function unpackDays({ days, packed }: PackedDays): DayWeather[] {
  const values = new Float64Array(decodeChunk(packed))
  let end = 0
  return days.map(({ startsAtUtc, valueCount, ...origin }) => {
    const weather = viewWeather(values.subarray(end, end + valueCount), startsAtUtc)
    end += valueCount
    return { ...origin, weather }
  })
}

/** Weather is NaN without a known version. */
function stitch(days: readonly LocalDay[], known: readonly DayWeather[]) {
  const [fromUtc, toUtc] = [days[0]?.fromUtc ?? 0, days.at(-1)?.toUtc ?? 0]
  const weather = emptyWeather(fromUtc, (toUtc - fromUtc) / HOUR_MS)
  const byDay = new Map(known.map((one) => [one.day, one]))
  for (const day of days) {
    const own = byDay.get(day.date)
    if (own === undefined) continue
    const hours = cutWeather(own.weather, day)
    for (const field of WEATHER_FIELDS)
      weather[field].set(hours[field], (hours.startsAtUtc - fromUtc) / HOUR_MS)
  }
  return { weather, days: known }
}
