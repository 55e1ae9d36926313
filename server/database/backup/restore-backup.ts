import type { Database, Queryable } from '#server/database/database.ts'
import { LEADERSHIP_LOCK } from '#server/database/leadership.ts'
import { applyMigrations, changeSchema, hasSchema, MIGRATIONS } from '#server/database/migrations.ts'
import type { MigrationConnection, PrepareSchema } from '#server/database/migrations.ts'
import { StatementError } from '#server/errors.ts'

import { type BackupHeader, createTableSum, type TableSum } from './backup-format.ts'
import { BackupError, checkBackup, readBackup } from './read-backup.ts'
import {
  continueIdentities,
  insertRows,
  readRows,
  readStoredTables,
  type StoredTable,
  writeTextAlike,
} from './stored-tables.ts'
import type { OnRows } from './write-backup.ts'

/** Works for any schema version. `contents`: values and users, null for none; `isForeign`: the product did not make its tables. */
async function readTarget(connection: Queryable) {
  const [tables] = await connection.query<{ count: number }>(
    "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
  )
  if (!(await hasSchema(connection)))
    return { isForeign: (tables?.count ?? 0) > 0, contents: null, revision: 0 }
  const [row] = await connection.query<{
    revision: number
    users: number
    months: number
    last: Date | null
  }>(
    `SELECT (SELECT number FROM revision) AS revision, (SELECT count(*) FROM app_user) AS users,
       count(*) AS months, max(fetched_at) AS last FROM chunk`,
  )
  const { revision = 0, users = 0, months = 0, last = null } = row ?? {}
  const stored = last === null ? '' : `, the last stored at ${last.toISOString().slice(0, 16)}Z`
  const contents = `${months} months of series${stored}, and ${users} users`
  return { isForeign: false, contents: users + months > 0 ? contents : null, revision }
}

/** Removes the schema of any version; keeps extensions. */
export async function emptySchema(connection: MigrationConnection): Promise<void> {
  const drops = await connection.query<{ statement: string }>(
    `SELECT format('DROP %s %s', kind, string_agg(name, ', ')) AS statement FROM (
       SELECT oid, CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind, oid::regclass::text AS name
       FROM pg_class WHERE relkind IN ('v', 'r') AND relnamespace = current_schema()::regnamespace
       UNION ALL
       SELECT oid, 'FUNCTION', oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
     ) AS own
     WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = own.oid AND deptype = 'e')
     GROUP BY kind ORDER BY array_position('{VIEW,TABLE,FUNCTION}'::text[], kind)`,
  )
  for (const { statement } of drops) await connection.script(statement)
}

interface Restore {
  file: string
  mayReplace: boolean
  /** Before any change. */
  onReplace?: ((contents: string) => void) | undefined
  onRows?: OnRows
  afterwards?: (database: Database, backup: BackupHeader) => Promise<void>
}

/** One transaction: schema of the backup, rows, comparison, migrations. Rejects with a `BackupError`. */
export async function restoreBackup(
  connection: MigrationConnection,
  { file, mayReplace, onReplace, onRows = () => {} }: Restore,
): Promise<void> {
  const { header, sums, total } = await checkBackup(file)
  // All versions share the first migrations.
  const count = header.schema.length
  await changeSchema(connection, async () => {
    await refuseWhileServed(connection)
    const { isForeign, contents, revision } = await readTarget(connection)
    if (isForeign)
      throw new BackupError('cannot be restored here: the database holds tables of something else.')
    if (contents !== null && !mayReplace)
      throw new BackupError(`would replace ${contents}. Nothing was changed: add --replace to do so.`)
    if (contents !== null) onReplace?.(contents)
    await emptySchema(connection)
    await applyMigrations(connection, MIGRATIONS.slice(0, count))
    await fillTables(connection, file, (done) => onRows({ done, total }))
    await compareTables(connection, sums)
    await applyMigrations(connection, MIGRATIONS.slice(count))
    // Browsers and servers must not reuse answers of an earlier number.
    await connection.query('UPDATE revision SET number = greatest(number, $1) + 1', [revision])
    await connection.script('ANALYZE')
  }).catch((error: unknown) => {
    if (!(error instanceof StatementError)) throw error
    throw new BackupError(`cannot be restored: ${error.message}. Nothing was changed.`, { cause: error })
  })
}

async function refuseWhileServed(connection: Queryable): Promise<void> {
  const [row] = await connection.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    LEADERSHIP_LOCK,
  ])
  if (row?.free !== true) {
    throw new BackupError(
      'cannot be restored while a server uses the database: stop all servers first. Nothing was changed.',
    )
  }
}

async function fillTables(
  connection: MigrationConnection,
  file: string,
  onDone: (done: number) => void,
): Promise<void> {
  const tables = await readStoredTables(connection)
  await connection.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  await writeTextAlike(connection)
  let table: StoredTable | null = null
  let done = 0
  for await (const part of readBackup(file)) {
    if (part.kind === 'table') {
      const { table: name, columns } = part.table
      table = tables.find((stored) => stored.name === name) ?? null
      if (table?.columns.map((column) => column.name).join() !== columns.join())
        throw new BackupError(`does not fit its own schema (${name}). Nothing was changed.`)
    } else if (part.kind === 'rows' && table !== null) {
      await insertRows(connection, table, part.rows)
      done += part.rows.length
      onDone(done)
    }
  }
  for (const stored of tables) await continueIdentities(connection, stored)
}

async function compareTables(connection: MigrationConnection, sums: readonly TableSum[]): Promise<void> {
  for (const table of await readStoredTables(connection)) {
    const sum = createTableSum(table.name)
    for await (const rows of readRows(connection, table)) for (const row of rows) sum.add(row)
    const { rows, sum: restored } = sum.value()
    const stored = sums.find(({ table: name }) => name === table.name)
    if (stored?.rows !== rows || stored.sum !== restored)
      throw new BackupError(`cannot be restored: ${table.name} is not the same. Nothing was changed.`)
  }
}

/** Creates a missing database; no server may use it. Rejects with a `BackupError` or `DatabaseError`, without any change. */
export async function restoreDatabase(
  open: (prepareSchema: PrepareSchema) => Promise<Database>,
  options: Restore,
) {
  // Before a data folder is created.
  const { header, total } = await checkBackup(options.file)
  const database = await open((connection) => restoreBackup(connection, options))
  try {
    // A silent PostgreSQL server restores now, or rejects with the reason.
    await database.query('SELECT 1')
    await options.afterwards?.(database, header)
  } finally {
    await database.close()
  }
  return { createdAtUtc: header.createdAtUtc, rows: total }
}
