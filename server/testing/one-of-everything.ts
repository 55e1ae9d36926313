import type { Database } from '#server/database/database.ts'

/** One of everything that is stored. */
export async function storeOneOfEverything(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO series (area, quantity, kind)
     SELECT 'DE', 'load', 'kind ' || n FROM generate_series(1, 700) AS n`,
  )
  await database.query(
    `INSERT INTO chunk SELECT id, '2026-02-01', 60, '\\x0000803f0000c07f5c27', 'it''s "test"\\', '2026-03-01T01:02:03.456789Z' FROM series`,
  )
  await database.query(
    "INSERT INTO app_user (name, name_key, password_hash, last_address) VALUES ('Zoë, {x}', 'zoë', 'hash', NULL), ('b', 'b', 'hash', '')",
  )
  await database.query(
    "INSERT INTO dashboard (id, user_id, name, query) SELECT gen_random_uuid(), id, 'Mine, \"a\"', '?v=1' FROM app_user",
  )
  await database.query(
    "INSERT INTO access_key (id, user_id, name, key_hash) SELECT gen_random_uuid(), id, 'Notebook', name FROM app_user",
  )
  await database.query(
    `INSERT INTO alert_rule (id, user_id, name, area, measure, side, threshold_mw, hours, url, secret)
     SELECT gen_random_uuid(), id, 'High', 'DE', 'residual', 'above', 0.1, 24, 'https://x/', 's' FROM app_user`,
  )
  await database.query(
    `INSERT INTO alert_message (id, rule_id, body, created_at)
     SELECT gen_random_uuid(), id, '{"a":1}', '2026-03-01T01:02:03.456789Z' FROM alert_rule`,
  )
  await database.query("INSERT INTO setting VALUES ('key', 'line\nline')")
  await database.query(
    "INSERT INTO ingestion_state VALUES ('demo', 'DE', '{[2026-01-01,2026-02-01),[2026-03-01,2026-04-01)}')",
  )
  await database.query(
    "INSERT INTO weather_version VALUES ('DE', '2026-02-03', '2026-02-02T07:00Z', '2026-02-02T07:00:01Z', 'm', NULL, '2026-02-02T20:00Z', '\\x00000000')",
  )
  await database.query('UPDATE revision SET number = 41')
}
