import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { afterRunning } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { codeOf, StartError } from '#server/errors.ts'

type Place = Pick<Config, 'PORT' | 'HOST'>

/** Adds advice to known errors. */
const explain =
  ({ PORT, HOST }: Place) =>
  (error: unknown): never => {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${PORT} is in use: stop the other program, or set PORT.`)
    if (code === 'EACCES') throw new StartError(`port ${PORT} is not allowed for this user: set PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${HOST} is not an address of this machine.`)
    throw error
  }

/** Call it before the database is opened. Rejects with a `StartError` if the port is taken. */
export async function checkPort(place: Place): Promise<void> {
  const probe = createServer().listen(place.PORT, place.HOST)
  await once(probe, 'listening').catch(explain(place))
  await probe[Symbol.asyncDispose]()
}

export async function listen(server: FastifyInstance, place: Place): Promise<void> {
  await server.listen({ port: place.PORT, host: place.HOST }).catch(explain(place))
}

const CLOSE_WITHIN_MS = 10_000
/** The terminal interrupts the whole process group, and npm passes it on. */
const SAME_SIGNAL_MS = 500

interface ClosingParts {
  announce: () => void
  /** After a signal. A failure closes at once. */
  announcedForMs: number
  close: () => Promise<void>
  logger: FastifyBaseLogger
}

/** Exits with 0 after a signal; with 1 after a failure, a second signal, or ten seconds. Not `close-with-grace`: decision 12. */
export function closeGracefully({ announce, announcedForMs, close, logger }: ClosingParts): void {
  let closingSinceMs: number | null = null

  async function end(exitCode: number): Promise<void> {
    closingSinceMs = performance.now()
    announce()
    if (exitCode === 0) await sleep(announcedForMs)
    afterRunning(CLOSE_WITHIN_MS, () => {
      logger.error('closing took too long')
      process.exit(1)
    })
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
