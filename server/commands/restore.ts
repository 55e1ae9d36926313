import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { BackupError } from '#server/database/backup/read-backup.ts'
import { ownLocation } from '#server/database/open-database.ts'
import { restoreDatabase } from '#server/database/restore-database.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { logCommandEvent } from '#server/terminal/log-command-event.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]
Puts a backup into the database of DATA_DIR or DATABASE_URL. Stop all servers first.
--replace deletes what the database holds. If anything is wrong with the file, nothing changes.`

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
  const location = await ownLocation(readConfig(process.env))
  const line = createProgressLine('Restoring', 'rows')
  try {
    const { createdAtUtc, rows } = await restoreDatabase(location, {
      file,
      mayReplace,
      onReplace: (contents) => process.stdout.write(`Replacing ${contents}.\n`),
      onRows: line.update,
    })
    line.end()
    logCommandEvent('database-restored', { file, createdAtUtc })
    process.stdout.write(`Restored ${rows} rows of ${createdAtUtc}; every checksum agrees.\n`)
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${basename(file)} ${error.message}`)
    throw error
  } finally {
    line.end()
  }
})
