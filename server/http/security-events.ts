import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

import type { Queryable } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'

/** Companies watch the log for these names: they do not change. */
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
  | 'forecast-rewritten'
  | 'database-restored'

type Details = Readonly<Record<string, unknown>>

/** `ip` and user are null if unknown. */
export function logSecurityEvent(
  { log, user, ip }: Pick<FastifyRequest, 'log' | 'user'> & { ip: string | null },
  event: SecurityEvent,
  details: Details = {},
): void {
  log.info({ event, user: user?.name ?? null, ip, ...details }, 'security event')
}

const CHECK_EVERY_MS = 3000

/** Stored until a server logs it, with the system account of the caller, also behind sudo. */
export async function recordCommandEvent(
  database: Queryable,
  event: SecurityEvent,
  details: Details,
): Promise<void> {
  const { SUDO_USER, LOGNAME } = process.env
  const who = { account: SUDO_USER || LOGNAME || null, uid: process.getuid?.() ?? null }
  await database.query('INSERT INTO command_event (details) VALUES ($1)', [
    JSON.stringify({ event, ...who, ...details }),
  ])
}

/** Runs on the leader. A crash may repeat an event, but loses none. */
export function logCommandEvents(
  { database, ...work }: LeaderParts & { database: Queryable; logger: FastifyBaseLogger },
  signal: AbortSignal,
): Promise<void> {
  async function logRecorded(): Promise<void> {
    const rows = await database.query<{ id: number; happened_at: Date; details: string }>(
      'SELECT id, happened_at, details FROM command_event ORDER BY id',
    )
    for (const { id, happened_at: happenedAt, details } of rows) {
      work.logger.info({ user: null, ip: null, happenedAt, ...JSON.parse(details) }, 'security event')
      await database.query('DELETE FROM command_event WHERE id = $1', [id])
    }
  }
  return repeatAsLeader({ ...work, name: 'events of commands' }, logRecorded, CHECK_EVERY_MS, signal)
}
