import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'

/** Removed from the log: anything that allows a sign-in. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.body',
  'headers.authorization',
  'password',
  'token',
  'secret',
]

/** Keys of programs, secrets of alerts and signed tokens, anywhere in a line, such as behind `%3D` in a path. */
const SECRET_TEXTS = /em_[\w-]{43}|whsec_[\w+/=]+|eyJ[\w-]{1,999}\.[\w-]+\.[\w-]*/g
/** Characters that terminals and log viewers interpret or hide, except the line end. */
const UNPRINTABLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu
const escapeUnits = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Characters buffered while a full disk prevents writing; more are dropped. */
const MAX_KEPT = 1_000_000

/** Failures to write are ignored. */
function openStandardOutput(): DestinationStream {
  process.stdout.on('error', () => null)
  const output = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: MAX_KEPT })
  output.on('error', () => null)
  return output
}

/** JSON lines in UTC, without secrets; by default to standard output. */
export function createLogger(level: string, destination = openStandardOutput()): FastifyBaseLogger {
  const timestamp = () => `,"time":"${new Date().toISOString()}"`
  const streamWrite = (line: string) =>
    line.replaceAll(SECRET_TEXTS, '[secret]').replaceAll(UNPRINTABLE, escapeUnits)
  const redact = { paths: SECRETS, censor: '[secret]' }
  return pino({ level, base: null, timestamp, redact, hooks: { streamWrite } }, destination)
}
