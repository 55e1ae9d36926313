import { StartError } from '#server/errors.ts'

import type { Queryable } from './database.ts'

export interface Migration {
  number: number
  title: string
  sql: string
}

export interface MigrationConnection extends Queryable {
  script(text: string): Promise<void>
}

export type PrepareSchema = (connection: MigrationConnection) => Promise<void>

/** For commands that must not change the schema. */
export const leaveSchema: PrepareSchema = () => Promise.resolve()

const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function parseMigration([path, sql]: [string, string]): Migration {
  const [, number, title] = /\/(\d{4})-([a-z0-9-]+)\.sql$/.exec(path) ?? []
  if (number === undefined || title === undefined) throw new Error(`Not a migration's name: ${path}`)
  return { number: Number(number), title, sql }
}

/** In order. */
export const MIGRATIONS: readonly Migration[] = Object.entries(FILES)
  .map(parseMigration)
  .sort((a, b) => a.number - b.number)

// Used by no other lock of the product.
const MIGRATION_LOCK = 7_302_001

const MIGRATION_TABLE =
  'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, title text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

/** One transaction, after `beforeChange` if a schema is in use. Rejects with a `StartError` if a newer version made it. */
export async function migrate(
  connection: MigrationConnection,
  beforeChange?: () => Promise<void>,
): Promise<void> {
  await changeSchema(connection, async () => {
    const applied = await readApplied(connection)
    const unknown = findUnknown(applied)
    if (unknown !== null)
      throw new StartError(
        `The database has schema ${unknown.number} "${unknown.title}", which this version does not know: start the version that made it, or a newer one.`,
      )
    const missing = MIGRATIONS.filter(({ number }) => applied.every((known) => known.number !== number))
    // A role without the right can start an up-to-date server.
    if (missing.length === 0) return
    await requireRightToMigrate(connection)
    if (applied.length > 0) await beforeChange?.()
    await applyMigrations(connection, missing)
  })
}

/** Rejects with a `StartError` if names such as Łódź cannot be stored. */
export async function requireUtf8(connection: Queryable): Promise<void> {
  const [wrong] = await connection.query<{ encoding: string }>(
    "SELECT encoding FROM current_setting('server_encoding') AS encoding WHERE encoding <> 'UTF8'",
  )
  if (wrong === undefined) return
  throw new StartError(
    `The database has the encoding ${wrong.encoding}, which cannot store every name. Make one with ENCODING 'UTF8' TEMPLATE template0, and restore a backup into it.`,
  )
}

/** Rejects with a `StartError` if this role may not make tables, or change tables of another role. */
export async function requireRightToMigrate(connection: Queryable): Promise<void> {
  const [row] = await connection.query<{ role: string; schema: string; isAllowed: boolean }>(
    `SELECT current_user AS role, current_schema() AS schema,
       has_schema_privilege(current_schema(), 'CREATE') AND NOT EXISTS (
         SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
           AND NOT pg_has_role(relowner, 'USAGE')
       ) AS "isAllowed"`,
  )
  if (row?.isAllowed === false)
    throw new StartError(
      `PostgreSQL refuses: permission denied for ${row.role} to make and change tables in the schema ${row.schema}. Start once as their owner (docs/operate.md).`,
    )
}

export async function hasSchema(connection: Queryable): Promise<boolean> {
  const [row] = await connection.query<{ found: boolean }>(
    "SELECT to_regclass('migration') IS NOT NULL AS found",
  )
  return row?.found === true
}

/** No other process changes the schema meanwhile. */
export async function changeSchema<Result>(
  connection: MigrationConnection,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.script('BEGIN')
  try {
    await connection.query('SET LOCAL statement_timeout = 0')
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await requireUtf8(connection)
    const result = await work()
    await connection.script('COMMIT')
    return result
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => null)
    throw error
  }
}

type Applied = Pick<Migration, 'number' | 'title'>

/** Empty without tables of any version. */
export async function readApplied(connection: Queryable): Promise<Applied[]> {
  if (!(await hasSchema(connection))) return []
  return connection.query('SELECT number, title FROM migration ORDER BY number')
}

/** The first migration of a newer version. */
export function findUnknown(applied: readonly Applied[]): Applied | null {
  const titles = new Map(MIGRATIONS.map(({ number, title }) => [number, title]))
  return applied.find(({ number, title }) => titles.get(number) !== title) ?? null
}

/** Call it inside `changeSchema`. */
export async function applyMigrations(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.script(MIGRATION_TABLE)
  for (const { number, title, sql } of migrations) {
    await connection.script(sql)
    await connection.query('INSERT INTO migration (number, title) VALUES ($1, $2)', [number, title])
  }
}
