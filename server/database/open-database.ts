import type { Database } from './database.ts'
import { openDataFolder } from '#server/database/embedded/data-folder.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'

/** Where the database is: a folder of its own, or a PostgreSQL server (a URL, with several hosts where there is a stand-by). */
export type DatabaseLocation = { dataDir: string } | { url: string; statementTimeoutMs?: number }

/**
 * Opens the database and brings its schema up to date. Rejects with a `StartError` of one line where that cannot be: the folder
 * is in use, broken or of another version. A PostgreSQL server that is not there yet is no error.
 */
export function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'url' in location
    ? createPostgresqlDatabase(location.url, location.statementTimeoutMs)
    : openDataFolder(location.dataDir)
}
