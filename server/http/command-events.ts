import type { FastifyBaseLogger } from 'fastify'

import type { Queryable } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'

import type { SecurityEvent } from './security-events.ts'

const LOOK_EVERY_MS = 3000

/**
 * Keeps what a command has done in the database, until a server logs it: the command itself writes to the terminal of the person who
 * called it. Of that person the account of the system is known, also behind sudo.
 */
export async function recordCommandEvent(
  database: Queryable,
  event: SecurityEvent,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { SUDO_USER, LOGNAME } = process.env
  const who = { account: SUDO_USER || LOGNAME || null, uid: process.getuid?.() ?? null }
  await database.query('INSERT INTO command_event (details) VALUES ($1)', [
    JSON.stringify({ event, ...who, ...details }),
  ])
}

/** Logs as the leader what commands have recorded, until aborted. A crash may log an event twice, and never loses one. */
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
  return repeatAsLeader({ ...work, name: 'events of commands' }, logRecorded, LOOK_EVERY_MS, signal)
}
