import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openSharedDatabase } from '#server/database/embedded/shared-database.ts'
import { StartError } from '#server/errors.ts'

/** A command was called wrongly or cannot do what it was asked: its one line is printed, the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The database that the environment names, through the server that has it open where one has. Rejects with a `StartError`. */
export async function openConfiguredDatabase(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  if (DATABASE_URL !== undefined) return openDatabase({ url: DATABASE_URL })
  return (await openSharedDatabase(DATA_DIR)) ?? openDatabase({ dataDir: DATA_DIR })
}

/** Runs a command with the words after its name, and ends the process: 0, or 1 after one line on what went wrong. */
export async function runCommand(work: (words: readonly string[]) => Promise<void>): Promise<never> {
  try {
    await work(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof StartError
    process.stderr.write(
      `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    process.exit(1)
  }
}
