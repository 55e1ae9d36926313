import type { SecurityEvent } from '#server/http/security-events.ts'
import { createLogger } from '#server/logger.ts'

/** Logs what a command has done to the standard error, unless that is a terminal. Of who did it only the system's user is known. */
export function logCommandEvent(event: SecurityEvent, details: Readonly<Record<string, unknown>>): void {
  if (process.stderr.isTTY) return
  const logger = createLogger('info', { write: (line: string) => process.stderr.write(line) })
  logger.info({ event, user: null, ip: null, uid: process.getuid?.() ?? null, ...details }, 'security event')
}
