import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '#server/config.ts'
import { MoveError, moveDatabase } from '#server/database/move-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseError } from '#server/errors.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'

const USAGE = `Usage: npm run move -- --to postgres://user:password@host:5432/name [--replace]
Copies the embedded database of DATA_DIR to a PostgreSQL server and compares the two. Stop the server first.
You can repeat it. --replace deletes other data in the target.`

interface Words {
  to: string
  mayReplace: boolean
}

function readWords(words: readonly string[]): Words {
  try {
    const options = { to: { type: 'string' }, replace: { type: 'boolean' } } as const
    const { to, replace = false } = parseArgs({ args: [...words], options }).values
    if (to !== undefined) return { to, mayReplace: replace }
  } catch {
    // Unknown words get the same answer as no words.
  }
  throw new CommandError(USAGE)
}

/** Checksums of a large database take longer than the server's statement timeout allows. */
const STATEMENT_TIMEOUT_MS = 3_600_000

await runCommand(async (words) => {
  const { to: url, mayReplace } = readWords(words)
  const { DATA_DIR: dataDir } = readConfig(process.env)
  if (!(await stat(join(dataDir, 'PG_VERSION')).catch(() => null)))
    throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
  const to = await openDatabase({ url, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  const from = await openDatabase({ dataDir })
  const line = createProgressLine('Moving', 'rows')
  try {
    const { rows } = await moveDatabase({ from, to, mayReplace, onProgress: line.update })
    process.stdout.write(
      `Copied ${rows} rows; every checksum agrees. Set DATABASE_URL to use the new database.\n`,
    )
  } catch (error) {
    if (error instanceof MoveError || error instanceof DatabaseError) throw new CommandError(error.message)
    throw error
  } finally {
    line.end()
    await from.close()
    await to.close()
  }
})
