import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '#server/database/database.ts'
import { checkDataFolder, openDataFolder } from '#server/database/embedded/data-folder.ts'
import { openSharedDatabase, shareDatabase } from '#server/database/embedded/shared-database.ts'
import { leaveSchema, type PrepareSchema } from '#server/database/migrations.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'

import { codeOf, StartError } from './errors.ts'

export type DatabaseLocation = { dataDir: string } | { url: string; statementTimeoutMs?: number | undefined }

/** `DATABASE_URL` wins. */
interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** Migrates the schema unless `prepareSchema` is given. Rejects with a `StartError`, except for a silent PostgreSQL. */
export async function openDatabase(
  location: DatabaseLocation,
  prepareSchema?: PrepareSchema,
): Promise<Database> {
  return 'url' in location
    ? createPostgresqlDatabase(location.url, location.statementTimeoutMs, prepareSchema)
    : openDataFolder(location.dataDir, prepareSchema)
}

/** Restoring the largest tables takes longer than a server's statements may. */
const RESTORE_TIMEOUT_MS = 3_600_000

/** For `restoreDatabase`. */
export const openForRestore = (location: DatabaseLocation) => (prepareSchema: PrepareSchema) =>
  openDatabase(
    'url' in location ? { ...location, statementTimeoutMs: RESTORE_TIMEOUT_MS } : location,
    prepareSchema,
  )

/** Marks the folder of a server that uses PostgreSQL, so that no command without `DATABASE_URL` works there instead. */
const UNUSED_FILE = 'energy-metrics.unused'

/** Shares the embedded database with commands. Rejects as `openDatabase` does. */
export async function openServerDatabase({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<Database> {
  const unused = join(DATA_DIR, UNUSED_FILE)
  if (DATABASE_URL !== undefined) {
    // A missing or read-only folder needs no protection.
    await writeFile(unused, 'The server uses DATABASE_URL instead of this folder.\n').catch(() => null)
    return createPostgresqlDatabase(DATABASE_URL)
  }
  const database = await openDatabase({ dataDir: DATA_DIR })
  await rm(unused, { force: true })
  return shareDatabase(database, DATA_DIR)
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? ''),
  )

/** Why a command must not use the folder, in a sentence: the server uses PostgreSQL now. */
export async function whyUnused({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<string | null> {
  const file = join(DATA_DIR, UNUSED_FILE)
  if (DATABASE_URL !== undefined || !(await isThere(file))) return null
  return `The server uses PostgreSQL and not ${DATA_DIR}: run this with the DATABASE_URL of the server. To use the folder again, remove ${file}.`
}

/** For commands that need the server stopped. Rejects with a `StartError` if the server uses PostgreSQL now. */
export async function ownLocation(settings: DatabaseSettings): Promise<DatabaseLocation> {
  const reason = await whyUnused(settings)
  if (reason !== null) throw new StartError(reason)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings
  return url === undefined ? { dataDir } : { url }
}

/** Null for a folder that no server has open, since opening changes its files. Rejects as `openDatabase` does. */
export function openUnchangedDatabase({
  DATABASE_URL,
  DATA_DIR,
}: DatabaseSettings): Promise<Database | null> {
  return DATABASE_URL === undefined
    ? openSharedDatabase(DATA_DIR, leaveSchema)
    : openDatabase({ url: DATABASE_URL }, leaveSchema)
}

export { checkDataFolder }

export const hasDatabase = (dataDir: string): Promise<boolean> => isThere(join(dataDir, 'PG_VERSION'))

/** Rejects with a `StartError` if there is no database in the folder. */
export async function requireDatabase(dataDir: string): Promise<void> {
  if (!(await hasDatabase(dataDir)))
    throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
}

export interface CommandOptions {
  /** Creates the database if there is none. */
  mayMake?: boolean
  /** Replaces the migration of the schema. */
  prepareSchema?: PrepareSchema
  /** For longer statements than the server's. */
  statementTimeoutMs?: number
}

/** Opens the database through the server that has it open, if any. Rejects as `openDatabase` does. */
export async function openCommandDatabase(
  settings: DatabaseSettings,
  { mayMake = false, prepareSchema, statementTimeoutMs }: CommandOptions = {},
): Promise<Database> {
  const location = await ownLocation(settings)
  if ('url' in location) return openDatabase({ ...location, statementTimeoutMs }, prepareSchema)
  if (!mayMake) await requireDatabase(location.dataDir)
  return (await openSharedDatabase(location.dataDir, prepareSchema)) ?? openDatabase(location, prepareSchema)
}
