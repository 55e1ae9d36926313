import { randomUUID } from 'node:crypto'

import type { Database, Queryable } from '#server/database/database.ts'

import { RULE, type RuleRow } from './alert-store.ts'
import type { Message } from './send-message.ts'

const KEPT_DAYS = 30

/** A rule of an enabled user. */
export interface AlertRule extends RuleRow {
  userId: number
  /** Delivery days or runs with a sent message, newest first; empty before the first check. */
  told: readonly string[]
}

/** A message neither delivered nor given up. */
export interface WaitingMessage extends Message {
  /** Why it is held back. */
  failure: string | null
}

/** Keeps several delivery days, because a server's clock can step back by days. */
const TOLD = '(array_remove(ARRAY[crossed_day, last_run] || told_before, NULL))[1:7]'
const OF_ENABLED_USER = 'user_id IN (SELECT id FROM app_user WHERE NOT is_disabled)'

/** Changes the rule and stores the message in one transaction. Resolves to whether both happened. */
function changeWithMessage(
  database: Database,
  change: string,
  parameters: readonly [ruleId: string, ...string[]],
  body: string | null,
  nowUtc: number,
): Promise<boolean> {
  const [ruleId] = parameters
  return database.transaction(async (connection) => {
    const changed = await connection.query(`UPDATE alert_rule SET ${change} RETURNING id`, [...parameters])
    if (changed.length === 0 || body === null) return false
    const now = new Date(nowUtc)
    await connection.query(
      'INSERT INTO alert_message (id, rule_id, body, created_at) VALUES ($1::uuid, $2::uuid, $3, $4::timestamptz)',
      [randomUUID(), ruleId, body, now],
    )
    await connection.query(
      `DELETE FROM alert_message WHERE rule_id = $1::uuid AND ended_at < $2::timestamptz - make_interval(days => $3::int)`,
      [ruleId, now, KEPT_DAYS],
    )
    return true
  })
}

export type WatchStore = ReturnType<typeof createWatchStore>

/** Every call rejects with a `DatabaseError` if the database does not answer. */
export function createWatchStore(database: Database) {
  return {
    rules(): Promise<AlertRule[]> {
      return database.query<AlertRule>(
        `SELECT ${RULE}, ${TOLD} AS told, user_id AS "userId" FROM alert_rule WHERE ${OF_ENABLED_USER} ORDER BY created_at`,
      )
    },

    /** Stores the message, unless the rule is crossed already or had one for this delivery day: then false. */
    cross(ruleId: string, day: string | null, body: string, nowUtc: number): Promise<boolean> {
      if (day === null) {
        const change = 'is_crossed = true WHERE id = $1::uuid AND is_crossed IS NOT TRUE'
        return changeWithMessage(database, change, [ruleId], body, nowUtc)
      }
      const change = `is_crossed = true, crossed_day = $2::text, told_before = ${TOLD} WHERE id = $1::uuid AND $2 <> ALL (${TOLD})`
      return changeWithMessage(database, change, [ruleId, day], body, nowUtc)
    },

    /** Stores the event and its message, if any, in one step, and only once. */
    async noteEvent(ruleId: string, event: string, body: string | null, nowUtc: number): Promise<void> {
      const change = `last_run = $2::text, told_before = ${TOLD} WHERE id = $1::uuid AND $2 <> ALL (${TOLD})`
      await changeWithMessage(database, change, [ruleId, event], body, nowUtc)
    },

    /** Changes the state without a message. */
    async mark(ruleId: string, isCrossed: boolean): Promise<void> {
      await database.query('UPDATE alert_rule SET is_crossed = $2 WHERE id = $1::uuid', [ruleId, isCrossed])
    },

    /** Oldest first. */
    waiting(): Promise<WaitingMessage[]> {
      return database.query<WaitingMessage>(
        `SELECT alert_message.id::text, url, secret, user_id AS "userId", body, failure
         FROM alert_message JOIN alert_rule ON alert_rule.id = rule_id
         WHERE ended_at IS NULL AND ${OF_ENABLED_USER} ORDER BY alert_message.created_at`,
      )
    },

    async holdBack(messageId: string, failure: string): Promise<void> {
      await database.query('UPDATE alert_message SET failure = $2 WHERE id = $1::uuid', [messageId, failure])
    },

    /** `failure` is why it was given up. */
    async end(messageId: string, failure: string | null, nowUtc: number): Promise<void> {
      await database.query(
        'UPDATE alert_message SET ended_at = $2::timestamptz, failure = $3 WHERE id = $1::uuid',
        [messageId, new Date(nowUtc), failure],
      )
    },
  }
}

/** Waiting messages of all users. */
export async function countWaitingMessages(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM alert_message WHERE ended_at IS NULL',
  )
  return row?.count ?? 0
}

/** Drops waiting messages and resets the rules, because values were removed. */
export async function forgetAlertsUnderWay(connection: Queryable): Promise<void> {
  await connection.query('DELETE FROM alert_message WHERE ended_at IS NULL')
  await connection.query('UPDATE alert_rule SET is_crossed = NULL')
}
