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

/** Of lines that cannot be written because a disk is full, in characters. They are written later; more are dropped. */
const MAX_KEPT = 1_000_000

/** Standard output. Where nothing can be written to it, the product goes on without. */
function openStandardOutput(): DestinationStream {
  process.stdout.on('error', () => null)
  const output = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: MAX_KEPT })
  output.on('error', () => null)
  return output
}

/** Logs JSON lines, in UTC, without secrets; by default to standard output. */
export function createLogger(level: string, destination = openStandardOutput()): FastifyBaseLogger {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`
  return pino({ level, base: null, timestamp, redact: { paths: SECRETS, censor: '[secret]' } }, destination)
}
