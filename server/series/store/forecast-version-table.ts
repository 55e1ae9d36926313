import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import type { LocalDay } from '#server/calendar/local-calendar.ts'
import { monthOf } from '#server/calendar/month.ts'
import { createRowsOfSource, packBytes, utcOf } from '#server/database/columns.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import { decodeChunk, encodeChunk } from '#server/series/chunks/chunk-codec.ts'
import { storedNotBefore } from '#server/series/chunks/write-chunks.ts'
import { dueUtc } from '#server/series/forecast-days.ts'
import type { Provenance, StoredQuantity, StepMinutes } from '#server/series/series.ts'

/** Per day and series, from before the due time. */
const MAX_BEFORE_DUE = 6
const KEPT_DAYS = 400
/** A value without a version was fetched at most this many days after its month. */
const FETCHED_AFTER_MONTH_DAYS = 4

export const VERSIONS_OF_SOURCE = createRowsOfSource('forecast_version')

/** As fetched; for `isChange`, values that were stored later or replaced. */
export interface Version extends Provenance {
  isChange: boolean
  /** MW; NaN where the fetch had none. */
  quarters: Float32Array
}

export interface NewVersion extends Omit<Version, 'source' | 'isChange'> {
  seriesId: number
  quantity: StoredQuantity
  day: LocalDay
  stepMinutes: StepMinutes
}

export function versionName(seriesId: number, deliveryDay: string): string {
  return `${seriesId} ${deliveryDay}`
}

export const quartersIn = ({ fromUtc, toUtc }: Span) => (toUtc - fromUtc) / QUARTER_MS

interface VersionRow extends Provenance {
  seriesId: number
  day: string
  stepMinutes: StepMinutes
  isChange: boolean
  bytes: Uint8Array
}

function quartersOf({ stepMinutes, bytes }: VersionRow): Float32Array {
  const values = decodeChunk(bytes)
  const repeat = stepMinutes / 15
  const length = values.length * repeat
  return Float32Array.from({ length }, (_, quarter) => values[Math.floor(quarter / repeat)] ?? NaN)
}

/** Versions by series and day, in order of time. */
export async function readVersions(
  connection: Queryable,
  days: readonly { seriesId: number; day: LocalDay }[],
  withChanges = false,
): Promise<Map<string, Version[]>> {
  if (days.length === 0) return new Map()
  const rows = await connection.query<VersionRow>(
    `SELECT series_id AS "seriesId", delivery_day AS day, source, ${utcOf('fetched_at')} AS "fetchedAtUtc",
       step_minutes AS "stepMinutes", is_change AS "isChange", power_mw AS bytes
     FROM unnest($1::int[], $2::date[]) AS wanted (series_id, delivery_day)
       JOIN forecast_version USING (series_id, delivery_day)
     WHERE $3::boolean OR NOT is_change ORDER BY fetched_at`,
    [days.map(({ seriesId }) => seriesId), days.map(({ day }) => day.date), withChanges],
  )
  const versions = new Map<string, Version[]>()
  for (const row of rows) {
    const { source, fetchedAtUtc, isChange } = row
    const name = versionName(row.seriesId, row.day)
    const version = { source, fetchedAtUtc, isChange, quarters: quartersOf(row) }
    versions.set(name, [...(versions.get(name) ?? []), version])
  }
  return versions
}

/** Bounds the versions per day and their age. */
export async function writeVersions(
  connection: Transaction,
  days: readonly NewVersion[],
  source: string,
  isChange = false,
): Promise<void> {
  const steps = days.map(({ stepMinutes }) => stepMinutes)
  const ids = days.map(({ seriesId }) => seriesId)
  const dates = days.map(({ day }) => day.date)
  const times = days.map(({ fetchedAtUtc }) => fetchedAtUtc)
  const packed = days.map(({ stepMinutes, quarters }) =>
    encodeChunk(quarters.filter((_, quarter) => quarter % (stepMinutes / 15) === 0)),
  )
  const { bytes, starts, lengths } = packBytes(packed)
  await connection.query(
    `INSERT INTO forecast_version (series_id, delivery_day, source, fetched_at, step_minutes, power_mw, is_change)
     SELECT series_id, delivery_day, $8::text, fetched_at, step_minutes, substring($4::bytea FROM start FOR length), $9::boolean
     FROM unnest($1::int[], $2::date[], $3::int[], $5::timestamptz[], $6::int[], $7::int[])
       AS written (series_id, delivery_day, step_minutes, fetched_at, start, length)
     ON CONFLICT (series_id, delivery_day, fetched_at) DO UPDATE
     SET source = excluded.source, step_minutes = excluded.step_minutes, power_mw = excluded.power_mw`,
    [ids, dates, steps, bytes, times.map((utc) => new Date(utc)), starts, lengths, source, isChange],
  )
  await connection.query(
    `DELETE FROM forecast_version USING (
       SELECT series_id, delivery_day, fetched_at,
         row_number() OVER (PARTITION BY series_id, delivery_day ORDER BY fetched_at DESC) AS age
       FROM unnest($1::int[], $2::date[], $3::timestamptz[]) AS written (series_id, delivery_day, due)
         JOIN forecast_version USING (series_id, delivery_day)
       WHERE fetched_at < due AND NOT is_change
     ) AS early
     WHERE forecast_version.series_id = early.series_id AND forecast_version.delivery_day = early.delivery_day
       AND forecast_version.fetched_at = early.fetched_at AND age > $4::int`,
    [ids, dates, days.map(({ quantity, day }) => new Date(dueUtc(quantity, day.date))), MAX_BEFORE_DUE],
  )
  await forgetOld(connection, ids, Math.max(...times))
}

/** Without versions, a value counts as known some days after its month. */
async function forgetOld(
  connection: Transaction,
  seriesIds: readonly number[],
  nowUtc: number,
): Promise<void> {
  const gone = await connection.query<{ seriesId: number; firstDay: string }>(
    `WITH gone AS (
       DELETE FROM forecast_version WHERE series_id = ANY($1::int[]) AND delivery_day < $2::date
       RETURNING series_id, date_trunc('month', delivery_day)::date AS month
     )
     SELECT DISTINCT series_id AS "seriesId", month::text AS "firstDay" FROM gone`,
    [[...new Set(seriesIds)], keptFromMonth(nowUtc)],
  )
  if (gone.length > 0) await storedNotBefore(connection, gone, FETCHED_AFTER_MONTH_DAYS)
}

/** A chunk is a month. */
export function keptFromMonth(nowUtc: number): string {
  return monthOf(nowUtc - KEPT_DAYS * DAY_MS).firstDay
}

/** In order, epoch milliseconds. */
export interface VersionTimes {
  area: MemberCode
  quantity: StoredQuantity
  day: string
  fetchedUtc: number[]
  /** First fetch of any area. */
  watchedSinceUtc: number
}

/** Rejects with a `DatabaseError`. */
export function readVersionTimes(
  connection: Queryable,
  areas: readonly MemberCode[],
  fromDay: string,
  toDay: string,
): Promise<VersionTimes[]> {
  return connection.query(
    `SELECT area, quantity, delivery_day::text AS day,
       array_agg(${utcOf('fetched_at')} ORDER BY fetched_at) AS "fetchedUtc",
       (SELECT ${utcOf('min(fetched_at)')} FROM forecast_version
        WHERE delivery_day BETWEEN $1::date AND $2::date AND NOT is_change) AS "watchedSinceUtc"
     FROM forecast_version JOIN series ON series.id = series_id
     WHERE NOT is_change AND delivery_day BETWEEN $1::date AND $2::date AND area = ANY ($3::text[])
     GROUP BY area, quantity, delivery_day`,
    [fromDay, toDay, areas],
  )
}
