import { isForOwner } from '#server/errors.ts'

/** The command was called with wrong arguments, or cannot do what it was asked to do. Its message is one line; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs a command with its arguments and ends the process: with 0, or with 1 after a line that says what went wrong. */
export async function runCommand(work: (words: readonly string[]) => Promise<void>): Promise<never> {
  const words = process.argv.slice(2)
  try {
    await work(words)
    process.exit(0)
  } catch (error) {
    const isExpected = error instanceof CommandError || isForOwner(error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    // A wrong call is answered with how to call the command. Who asked for that made no mistake.
    if (words[0] === '--help' && message.startsWith('Usage: ')) {
      process.stdout.write(`${message}\n`)
      process.exit(0)
    }
    process.stderr.write(`${isExpected ? message : stack}\n`)
    process.exit(1)
  }
}
