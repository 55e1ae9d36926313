import { StartError } from '#server/errors.ts'

import type { Queryable } from './database.ts'

export interface Migration {
  number: number
  title: string
  sql: string
}

/** A connection that can also run several statements at once. */
export interface MigrationConnection extends Queryable {
  script(text: string): Promise<void>
}

/** What is done with the schema when a database is opened. */
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

/** Every migration of this version of the product, in order. */
export const MIGRATIONS: readonly Migration[] = Object.entries(FILES)
  .map(parseMigration)
  .sort((a, b) => a.number - b.number)

// Any number that no other lock of the product has.
const MIGRATION_LOCK = 7_302_001

const MIGRATION_TABLE =
  'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, title text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

interface MigrateOptions {
  migrations?: readonly Migration[]
  /** Runs before a schema that is already in use is changed, in the same transaction. */
  beforeChange?: () => Promise<void>
}

/**
 * Applies the migrations that the database lacks, all in one transaction and by one process at a time. Rejects with a
 * `StartError` if the database belongs to a newer version of the product.
 */
export async function migrate(
  connection: MigrationConnection,
  { migrations = MIGRATIONS, beforeChange }: MigrateOptions = {},
): Promise<void> {
  await changeSchema(connection, async () => {
    const missing = await findMissing(connection, migrations)
    // A role that may not change the schema can start a server that has nothing to change.
    if (missing.length === 0) return
    if (missing.length < migrations.length) await beforeChange?.()
    await applyMigrations(connection, missing)
  })
}

/** Rejects with a `StartError` where names such as Łódź could not be stored. */
export async function requireUtf8(connection: Queryable): Promise<void> {
  const [row] = await connection.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  )
  if (row?.encoding === 'UTF8') return
  throw new StartError(
    `The database has the encoding ${row?.encoding}, which cannot store every name. Make one with ENCODING 'UTF8' TEMPLATE template0, and restore a backup into it.`,
  )
}

/** Whether any version of the product has made its tables. */
export async function hasSchema(connection: Queryable): Promise<boolean> {
  const [row] = await connection.query<{ found: boolean }>(
    "SELECT to_regclass('migration') IS NOT NULL AS found",
  )
  return row?.found === true
}

/** Runs `work` in one transaction, while no other process changes the schema. */
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

async function findMissing(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const rows = (await hasSchema(connection)) ? await readApplied(connection) : []
  const known = new Map(migrations.map(({ number, title }) => [number, title]))
  const foreign = rows.find(({ number, title }) => known.get(number) !== title)
  if (foreign) {
    throw new StartError(
      `The database has schema ${foreign.number} "${foreign.title}", which this version does not know: start the version that made it, or a newer one.`,
    )
  }
  const applied = new Set(rows.map(({ number }) => number))
  return migrations.filter(({ number }) => !applied.has(number))
}

/** The migrations that a database has. */
export function readApplied(connection: Queryable): Promise<Pick<Migration, 'number' | 'title'>[]> {
  return connection.query('SELECT number, title FROM migration ORDER BY number')
}

/** Applies these migrations in their order, inside `changeSchema`. */
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
