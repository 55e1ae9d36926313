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

/**
 * Applies the migrations that the database lacks, all in one transaction and by one process at a time. Rejects with a
 * `StartError` if the database belongs to a newer version of the product.
 */
export async function migrate(
  connection: MigrationConnection,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await connection.script('BEGIN')
  try {
    await connection.query('SET LOCAL statement_timeout = 0')
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await applyMissing(connection, migrations)
    await connection.script('COMMIT')
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => null)
    throw error
  }
}

async function applyMissing(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.script(
    'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, title text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const rows = await connection.query<{ number: number; title: string }>(
    'SELECT number, title FROM migration',
  )
  const known = new Map(migrations.map(({ number, title }) => [number, title]))
  const foreign = rows.find(({ number, title }) => known.get(number) !== title)
  if (foreign) {
    throw new StartError(
      `The database has schema ${foreign.number} "${foreign.title}", which this version does not know: start the version that made it, or a newer one.`,
    )
  }
  const applied = new Set(rows.map(({ number }) => number))
  for (const { number, title, sql } of migrations) {
    if (applied.has(number)) continue
    await connection.script(sql)
    await connection.query('INSERT INTO migration (number, title) VALUES ($1, $2)', [number, title])
  }
}
