import type { FastifyBaseLogger } from 'fastify'

const CLOSE_WITHIN_MS = 10_000
/** npm passes on an interrupt that the terminal has sent to the whole process group already: the same signal, not a second one. */
const SAME_SIGNAL_MS = 500

/**
 * Ends the process well: at a signal, or at a failure that nobody caught (exit code 1), it runs `close` once. It ends at once
 * (exit code 1) when that takes over ten seconds, or at a second signal.
 */
export function closeGracefully(close: () => Promise<void>, logger: FastifyBaseLogger): void {
  let closingSinceMs: number | null = null

  async function end(exitCode: number): Promise<void> {
    closingSinceMs = performance.now()
    setTimeout(() => {
      logger.error('closing took too long')
      process.exit(1)
    }, CLOSE_WITHIN_MS).unref()
    try {
      await close()
      process.exit(exitCode)
    } catch (error) {
      logger.fatal({ err: error }, 'closing failed')
      process.exit(1)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closingSinceMs === null) void end(0)
      else if (performance.now() - closingSinceMs > SAME_SIGNAL_MS) process.exit(1)
    })
  }
  for (const failure of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(failure, (error: unknown) => {
      logger.fatal({ err: error }, 'unexpected failure')
      if (closingSinceMs === null) void end(1)
      else process.exit(1)
    })
  }
}
