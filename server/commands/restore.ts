import { basename } from 'node:path'

import { readConfig } from '#server/config.ts'
import { BackupError } from '#server/database/backup/read-backup.ts'
import { restoreDatabase } from '#server/database/backup/restore-backup.ts'
import { recordCommandEvent } from '#server/http/security-events.ts'
import { openForRestore, ownLocation } from '#server/open-database.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]
Puts a backup into the database of DATA_DIR or DATABASE_URL. Stop all servers first.
--replace deletes what the database holds. If anything is wrong with the file, nothing changes.`

const options = { replace: { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options, words: [1, 1] }, async ({ positionals: [file = ''], values }) => {
  const location = await ownLocation(readConfig(process.env))
  const line = createProgressLine('Restoring', 'rows')
  try {
    const { createdAtUtc, rows } = await restoreDatabase(openForRestore(location), {
      file,
      mayReplace: values.replace ?? false,
      onReplace: (contents) => process.stdout.write(`Replacing ${contents}.\n`),
      onRows: line.update,
      afterwards: (database, backup) =>
        recordCommandEvent(database, 'database-restored', { file, createdAtUtc: backup.createdAtUtc }),
    })
    line.end()
    process.stdout.write(`Restored ${rows} rows of ${createdAtUtc}; every checksum agrees.\n`)
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${basename(file)} ${error.message}`)
    throw error
  } finally {
    line.end()
  }
})
