import { stat } from 'node:fs/promises'

import { readConfig } from '#server/config.ts'
import { backUp } from '#server/database/backup/write-backup.ts'
import { leaveSchema } from '#server/database/migrations.ts'
import { openCommandDatabase } from '#server/database/open-database.ts'
import { StatementError } from '#server/errors.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run backup -- FILE
Writes everything in the database to a new file, while the server runs.`

const STATEMENT_TIMEOUT_MS = 3_600_000
/** SQLSTATE: there is no such table. */
const NO_TABLE = '42P01'

/** Why the file cannot be written, as one sentence. Any other error is thrown on. */
function problemOf(error: unknown, file: string): string {
  if (error instanceof StatementError && error.code === NO_TABLE)
    return 'The database is empty. There is nothing to back up.'
  if (error instanceof Error && 'syscall' in error) return `${file} cannot be written: ${error.message}.`
  throw error
}

await runCommand(async ([file = '', ...rest]) => {
  if (file === '' || file.startsWith('-') || rest.length > 0) throw new CommandError(USAGE)
  const settings = readConfig(process.env)
  if (await stat(file).catch(() => null))
    throw new CommandError(`${file} exists already. Choose another name.`)
  const database = await openCommandDatabase(settings, {
    prepareSchema: leaveSchema,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  const line = createProgressLine('Backing up', 'rows')
  try {
    await backUp(database, { file, nowMs: Date.now(), onRows: line.update })
    line.end()
    const { size } = await stat(file)
    process.stdout.write(`${file} is complete: ${(size / 1e6).toFixed(1)} MB.\n`)
  } catch (error) {
    throw new CommandError(problemOf(error, file))
  } finally {
    line.end()
    await database.close()
  }
})
