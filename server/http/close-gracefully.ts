import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

const CLOSE_WITHIN_MS = 10_000
/** The terminal sends an interrupt to the whole process group and npm passes it on, so the same signal arrives twice. */
const SAME_SIGNAL_MS = 500

export interface ClosingParts {
  announce: () => void
  /** How long after that a signal closes the server. A failure closes it at once. */
  announcedForMs: number
  close: () => Promise<void>
  logger: FastifyBaseLogger
}

/**
 * Runs `close` once and exits, at a signal (exit code 0) or at a failure that nothing caught (exit code 1). Exits at once with
 * code 1 when closing takes over ten seconds, or at a second signal. Not `close-with-grace`: docs/decisions/0035.
 */
export function closeGracefully({ announce, announcedForMs, close, logger }: ClosingParts): void {
  let closingSinceMs: number | null = null

  async function end(exitCode: number): Promise<void> {
    closingSinceMs = performance.now()
    announce()
    if (exitCode === 0) await sleep(announcedForMs)
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
