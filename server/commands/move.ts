import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '#server/config.ts'
import { BackupError } from '#server/database/backup/read-backup.ts'
import { restoreDatabase } from '#server/database/backup/restore-backup.ts'
import { backUp } from '#server/database/backup/write-backup.ts'
import { openDatabase, openForRestore, requireDatabase } from '#server/open-database.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run move -- --to postgres://user:password@host:5432/name [--replace]
Backs up the embedded database of DATA_DIR and restores it into a PostgreSQL server. Stop the server first.
--replace deletes what the target holds. If anything goes wrong, the target stays as it was.`

const options = { to: { type: 'string' }, replace: { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options }, async ({ values: { to: url, replace: mayReplace = false } }) => {
  if (url === undefined) throw new CommandError(USAGE)
  const { DATA_DIR: dataDir } = readConfig(process.env)
  await requireDatabase(dataDir)
  const line = createProgressLine('Moving', 'rows')
  // Private to its owner: the file holds password hashes and the key of the tokens.
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-move-'))
  const file = join(folder, 'database.backup')
  try {
    const from = await openDatabase({ dataDir })
    await backUp(from, { to: file, nowMs: Date.now() }).finally(() => from.close())
    const { rows } = await restoreDatabase(openForRestore({ url }), { file, mayReplace, onRows: line.update })
    line.end()
    process.stdout.write(
      `Copied ${rows} rows; every checksum agrees. Set DATABASE_URL to use the new database.\n`,
    )
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(`The database ${error.message}`)
    throw error
  } finally {
    line.end()
    await rm(folder, { recursive: true })
  }
})
