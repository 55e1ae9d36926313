import type { FastifyRequest } from 'fastify'

/** What a company watches for in the log. These names do not change. */
export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-refused'
  | 'access-refused'
  | 'password-changed'
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-role-changed'
  | 'user-password-reset'
  | 'user-removed'
  | 'key-made'
  | 'key-removed'
  | 'alert-made'
  | 'alert-changed'
  | 'alert-removed'
  | 'database-restored'

type Details = Readonly<Record<string, unknown>>

/** Logs an event with the name of who did it (null where nobody is known) and the address it came from. */
export function logSecurityEvent(
  { log, user, ip }: Pick<FastifyRequest, 'log' | 'user'> & { ip: string | null },
  event: SecurityEvent,
  details: Details = {},
): void {
  log.info({ event, user: user?.name ?? null, ip, ...details }, 'security event')
}
