import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { BackupError, checkBackup } from '#server/database/backup/read-backup.ts'
import { backUp, recordBackup } from '#server/database/backup/write-backup.ts'
import { leaveSchema } from '#server/database/migrations.ts'
import { CommandError, onDatabase, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run backup -- FILE | - | --check FILE
Writes everything in the database to a new file, while the server runs; - is the standard output.
--check reads a backup whole, compares its sums, and changes nothing.`

const STANDARD_OUTPUT = '-'
const STATEMENT_TIMEOUT_MS = 3_600_000

async function check(file: string): Promise<void> {
  try {
    const { header, total } = await checkBackup(file)
    const schema = header.schema.at(-1)?.number ?? 0
    process.stdout.write(
      `${file} is whole: ${total} rows of ${header.createdAtUtc} with schema ${schema}; every sum agrees.\n`,
    )
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`${basename(file)} ${error.message}`)
    throw error
  }
}

async function write(to: string): Promise<void> {
  const isFile = to !== STANDARD_OUTPUT
  if (isFile && (await stat(to).catch(() => null)))
    throw new CommandError(`${to} exists already. Choose another name.`)
  const options = { prepareSchema: leaveSchema, statementTimeoutMs: STATEMENT_TIMEOUT_MS }
  await onDatabase(options, async (database) => {
    const line = createProgressLine('Backing up', 'rows', isFile ? {} : { stream: process.stderr })
    try {
      const nowMs = Date.now()
      await backUp(database, { to: isFile ? to : process.stdout, nowMs, onRows: line.update })
      line.end()
      if (isFile) process.stdout.write(`${to} is complete: ${((await stat(to)).size / 1e6).toFixed(1)} MB.\n`)
      // A pipe may still hold a part of the output.
      else await new Promise((resolve) => process.stdout.write('', resolve))
      await recordBackup(database, nowMs)
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      const target = isFile ? to : 'The standard output'
      throw new CommandError(`${target} cannot be written: ${error.message}.`)
    } finally {
      line.end()
    }
  })
}

const options = { check: { type: 'boolean' } } as const

await runCommand(
  { usage: USAGE, options, words: [1, 1] },
  async ({ positionals: [file = ''], values: { check: isCheck } }) => {
    if (file === '' || (isCheck && file === STANDARD_OUTPUT)) throw new CommandError(USAGE)
    await (isCheck ? check(file) : write(file))
  },
)
