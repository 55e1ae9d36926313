import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '#server/database/database.ts'
import { checkDataFolder, openDataFolder } from '#server/database/embedded/data-folder.ts'
import { openSharedDatabase, shareDatabase } from '#server/database/embedded/shared-database.ts'
import { leaveSchema, type PrepareSchema } from '#server/database/migrations.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'

import { codeOf, StartError } from './errors.ts'

/** Where the database is: in its own folder, or on a PostgreSQL server. */
export type DatabaseLocation = { dataDir: string } | { url: string; statementTimeoutMs?: number | undefined }

/** The settings that name the database. A URL wins. */
interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** Opens the database and brings its schema up to date, or does `prepareSchema`. Rejects with a `StartError`, but not where PostgreSQL is silent. */
export async function openDatabase(
  location: DatabaseLocation,
  prepareSchema?: PrepareSchema,
): Promise<Database> {
  return 'url' in location
    ? createPostgresqlDatabase(location.url, location.statementTimeoutMs, prepareSchema)
    : openDataFolder(location.dataDir, prepareSchema)
}

/** The largest tables take longer to restore than a server lets a statement take. */
const RESTORE_TIMEOUT_MS = 3_600_000

/** Opens a database for `restoreDatabase`. */
export const openForRestore = (location: DatabaseLocation) => (prepareSchema: PrepareSchema) =>
  openDatabase(
    'url' in location ? { ...location, statementTimeoutMs: RESTORE_TIMEOUT_MS } : location,
    prepareSchema,
  )

/** Lies in the data folder of a server that uses PostgreSQL: a command that misses `DATABASE_URL` must not work there instead. */
const UNUSED_FILE = 'energy-metrics.unused'

/** Opens the database for a server, which lets commands use it at the same time. Rejects as `openDatabase` does. */
export async function openServerDatabase({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<Database> {
  const unused = join(DATA_DIR, UNUSED_FILE)
  if (DATABASE_URL !== undefined) {
    // Where there is no such folder, or it cannot be written, there is nothing to protect.
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

/** Why a command must not use a data folder, as a sentence: the server left it for PostgreSQL. Null where it may. */
export async function whyUnused({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<string | null> {
  const file = join(DATA_DIR, UNUSED_FILE)
  if (DATABASE_URL !== undefined || !(await isThere(file))) return null
  return `The server uses PostgreSQL and not ${DATA_DIR}: run this with the DATABASE_URL of the server. To use the folder again, remove ${file}.`
}

/** The database for a command that no server may run beside. Rejects with a `StartError` if the server left the folder for PostgreSQL. */
export async function ownLocation(settings: DatabaseSettings): Promise<DatabaseLocation> {
  const reason = await whyUnused(settings)
  if (reason !== null) throw new StartError(reason)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings
  return url === undefined ? { dataDir } : { url }
}

/** Opens a database only to look at it. Null for a folder that no server has open: to open its files is to change them. Rejects as `openDatabase`. */
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

/** Rejects with a `StartError` if there is no database in a folder, for those who would not make one. */
export async function requireDatabase(dataDir: string): Promise<void> {
  if (!(await hasDatabase(dataDir)))
    throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
}

export interface CommandOptions {
  /** True if a database may be made in a folder that has none. */
  mayMake?: boolean
  /** In place of bringing the schema up to date. */
  prepareSchema?: PrepareSchema
  /** For statements that take longer than those of the server. */
  statementTimeoutMs?: number
}

/** Opens the database for a command: through the server that has it open, where one has. Rejects as `openDatabase` does. */
export async function openCommandDatabase(
  settings: DatabaseSettings,
  { mayMake = false, prepareSchema, statementTimeoutMs }: CommandOptions = {},
): Promise<Database> {
  const location = await ownLocation(settings)
  if ('url' in location) return openDatabase({ ...location, statementTimeoutMs }, prepareSchema)
  if (!mayMake) await requireDatabase(location.dataDir)
  return (await openSharedDatabase(location.dataDir, prepareSchema)) ?? openDatabase(location, prepareSchema)
}
