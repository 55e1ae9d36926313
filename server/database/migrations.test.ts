import { expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'

import { MIGRATIONS } from './migrations.ts'

test('the numbers of the migrations go up by one', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

/** What 0.2.0 inserts, and the columns of its ON CONFLICT. Written anew at each release. */
const INSERTS_OF_LAST_RELEASE: readonly { table: string; columns: string; conflict: string | null }[] = [
  {
    table: 'alert_rule',
    columns: 'id, user_id, name, area, measure, side, threshold_mw, hours, url, secret',
    conflict: 'user_id, name',
  },
  { table: 'alert_message', columns: 'id, rule_id, body, created_at', conflict: null },
  { table: 'access_key', columns: 'id, user_id, name, key_hash', conflict: 'user_id, name' },
  { table: 'sign_in_attempt', columns: 'key_hash, failures, free_at', conflict: 'key_hash' },
  { table: 'setting', columns: 'name, value', conflict: 'name' },
  { table: 'app_user', columns: 'name, name_key, password_hash', conflict: 'name_key' },
  { table: 'dashboard', columns: 'id, user_id, name, query', conflict: 'user_id, name' },
  {
    table: 'forecast_run',
    columns:
      'source, area, delivery_day, kind, issued_at, information_time, is_late, is_replayed, missing_inputs, weather, note, defects, band_shift, hours',
    conflict: null,
  },
  {
    table: 'forecast_version',
    columns: 'series_id, delivery_day, source, fetched_at, step_minutes, power_mw',
    conflict: 'series_id, delivery_day, fetched_at',
  },
  { table: 'series', columns: 'area, quantity, kind', conflict: 'area, quantity, kind' },
  {
    table: 'weather_version',
    columns: 'area, delivery_day, known_at, fetched_at, model, run, starts_at, packed',
    conflict: 'area, delivery_day, known_at',
  },
  {
    table: 'chunk',
    columns: 'series_id, month, step_minutes, power_mw, source, fetched_at',
    conflict: 'series_id, month, step_minutes, source',
  },
  {
    table: 'ingestion_state',
    columns: 'source, feed, read_spans, read_again_on, read_again_spans',
    conflict: 'source, feed',
  },
  { table: 'published_part', columns: 'source, part, seen', conflict: 'source, part' },
]

test.each(INSERTS_OF_LAST_RELEASE)(
  'a server of the last release that still leads can write $table',
  async ({ table, columns, conflict }) => {
    const database = await openTestDatabase()
    const target = conflict === null ? '' : ` (${conflict})`
    await database.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table} WHERE false ON CONFLICT${target} DO NOTHING`,
    )
    const needed = await database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef AND attidentity = ''`,
      [table],
    )
    const missing = needed.map(({ name }) => name).filter((name) => !columns.split(', ').includes(name))
    expect(missing).toEqual([])
  },
)
