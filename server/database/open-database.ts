import { access } from 'node:fs/promises'
import { join } from 'node:path'

import { openDataFolder } from '#server/database/embedded/data-folder.ts'
import { shareDatabase } from '#server/database/embedded/share-database.ts'
import { openSharedDatabase } from '#server/database/embedded/shared-database.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { urlOfPrimary } from '#server/database/postgresql/primary.ts'
import { StartError } from '#server/errors.ts'

import type { Database } from './database.ts'
import { leaveSchema, type PrepareSchema } from './migrations.ts'

/** Where the database is: in its own folder, or on a PostgreSQL server (a URL, which can name several hosts). */
export type DatabaseLocation = { dataDir: string } | { url: string; statementTimeoutMs?: number }

/** The settings that name the database. A URL wins. */
interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/**
 * Opens the database and brings its schema up to date, or does `prepareSchema` instead. Rejects with a `StartError` of one line
 * where that is impossible: the folder is in use, damaged or of another version, or it is not certain which of several hosts the
 * servers use. A PostgreSQL server that does not answer yet is not an error.
 */
export async function openDatabase(
  location: DatabaseLocation,
  prepareSchema?: PrepareSchema,
): Promise<Database> {
  return 'url' in location
    ? createPostgresqlDatabase(await urlOfPrimary(location.url), location.statementTimeoutMs, prepareSchema)
    : openDataFolder(location.dataDir, prepareSchema)
}

/** Opens the database for a server, which lets commands use it at the same time. Rejects as `openDatabase` does. */
export async function openServerDatabase({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<Database> {
  // Not with one host alone: a server follows the primary.
  if (DATABASE_URL !== undefined) return createPostgresqlDatabase(DATABASE_URL)
  return shareDatabase(await openDatabase({ dataDir: DATA_DIR }), DATA_DIR)
}

/**
 * Opens a database as it is, only to look at it: an embedded one through the server that has it open, and null if none has, because to
 * open its files is to change them. Rejects as `openDatabase` does.
 */
export function openUnchangedDatabase({
  DATABASE_URL,
  DATA_DIR,
}: DatabaseSettings): Promise<Database | null> {
  return DATABASE_URL === undefined
    ? openSharedDatabase(DATA_DIR, leaveSchema)
    : openDatabase({ url: DATABASE_URL }, leaveSchema)
}

/** Rejects with a `StartError` if there is no database in a folder, for those who would not make one. */
export async function requireDatabase(dataDir: string): Promise<void> {
  const isMissing = await access(join(dataDir, 'PG_VERSION')).then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT',
  )
  if (isMissing) throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
}

interface CommandOptions {
  /** Whether a database is made in a folder that has none. */
  mayMake?: boolean
  /** In place of bringing the schema up to date. */
  prepareSchema?: PrepareSchema
  /** For statements that take longer than those of the server. */
  statementTimeoutMs?: number
}

/** Opens the database for a command: through the server that has it open, where one has. Rejects as `openDatabase` does. */
export async function openCommandDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseSettings,
  { mayMake = false, prepareSchema, statementTimeoutMs }: CommandOptions = {},
): Promise<Database> {
  if (DATABASE_URL !== undefined) {
    const timeout = statementTimeoutMs === undefined ? {} : { statementTimeoutMs }
    return openDatabase({ url: DATABASE_URL, ...timeout }, prepareSchema)
  }
  if (!mayMake) await requireDatabase(DATA_DIR)
  return (
    (await openSharedDatabase(DATA_DIR, prepareSchema)) ?? openDatabase({ dataDir: DATA_DIR }, prepareSchema)
  )
}
