import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { BackupError, checkBackup } from '#server/database/backup/read-backup.ts'
import { restoreBackup } from '#server/database/backup/restore-backup.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseError } from '#server/errors.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]
Puts a backup into the database of DATA_DIR or DATABASE_URL. Stop all servers first.
--replace deletes what the database holds. If anything is wrong with the file, nothing changes.`

const STATEMENT_TIMEOUT_MS = 3_600_000

function readWords(words: readonly string[]): { file: string; mayReplace: boolean } {
  try {
    const options = { replace: { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [file, ...rest] = positionals
    if (file !== undefined && rest.length === 0) return { file, mayReplace: values.replace ?? false }
  } catch {
    // Unknown words get the same answer as no words.
  }
  throw new CommandError(USAGE)
}

await runCommand(async (words) => {
  const { file, mayReplace } = readWords(words)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig(process.env)
  const line = createProgressLine('Restoring', 'rows')
  try {
    // Before a data folder is made for it.
    const { header, total } = await checkBackup(file)
    const database = await openDatabase(
      url === undefined ? { dataDir } : { url, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      (connection) => restoreBackup(connection, { file, mayReplace, onRows: line.update }),
    )
    try {
      // A PostgreSQL server that did not answer at first restores now, or says why not.
      await database.query('SELECT 1')
    } finally {
      await database.close()
    }
    line.end()
    process.stdout.write(`Restored ${total} rows of ${header.createdAtUtc}; every checksum agrees.\n`)
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${basename(file)} ${error.message}`)
    if (error instanceof DatabaseError) throw new CommandError(error.message)
    throw error
  } finally {
    line.end()
  }
})
