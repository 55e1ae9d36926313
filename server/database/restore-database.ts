import type { BackupHeader } from '#server/database/backup/backup-format.ts'
import { checkBackup } from '#server/database/backup/read-backup.ts'
import { type Restore, restoreBackup } from '#server/database/backup/restore-backup.ts'

import type { Database } from './database.ts'
import { type DatabaseLocation, openDatabase } from './open-database.ts'

/** The largest tables take longer than a server lets a statement take. */
const STATEMENT_TIMEOUT_MS = 3_600_000

interface RestoreOptions extends Restore {
  /** Runs on the restored database. */
  afterwards?: (database: Database, backup: BackupHeader) => Promise<void>
}

/**
 * Puts a backup into the database of a place, which is made if it is missing. No server may use it. Rejects with a `BackupError`
 * or a `DatabaseError` that says why not; the place then is as it was.
 */
export async function restoreDatabase(
  location: DatabaseLocation,
  options: RestoreOptions,
): Promise<{ createdAtUtc: string; rows: number }> {
  // Before a data folder is made for it.
  const { header, total } = await checkBackup(options.file)
  const patient = 'url' in location ? { ...location, statementTimeoutMs: STATEMENT_TIMEOUT_MS } : location
  const database = await openDatabase(patient, (connection) => restoreBackup(connection, options))
  try {
    // A PostgreSQL server that did not answer at first restores now, or says why not.
    await database.query('SELECT 1')
    await options.afterwards?.(database, header)
  } finally {
    await database.close()
  }
  return { createdAtUtc: header.createdAtUtc, rows: total }
}
