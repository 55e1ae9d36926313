import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'

/** Never logged: anything that would let somebody sign in. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.body',
  'headers.authorization',
  'password',
  'token',
  'secret',
]

/** Logs JSON lines, in UTC, without secrets. */
export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: '[secret]' },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
