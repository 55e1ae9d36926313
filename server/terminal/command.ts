import { isForOwner } from '#server/errors.ts'

/** The command was called with wrong arguments, or cannot do what it was asked to do. Its message is one line; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs a command with its arguments and ends the process: with 0, or with 1 after a line that says what went wrong. */
export async function runCommand(work: (words: readonly string[]) => Promise<void>): Promise<never> {
  try {
    await work(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    const isExpected = error instanceof CommandError || isForOwner(error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    process.stderr.write(`${isExpected ? message : stack}\n`)
    process.exit(1)
  }
}
