import { randomUUID } from 'node:crypto'

import { type AlertEntry, type MadeAlert, MAX_ALERTS, type NewAlert } from '#contract/alerts.ts'
import { isoOf } from '#server/database/columns.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'

import { generateSecret, type Message } from './send-message.ts'

const KEPT_DAYS = 30

export interface AlertRule extends NewAlert {
  id: string
  /** Null until it has been checked. */
  isCrossed: boolean | null
  /** Delivery day of the last message of a rule about tomorrow, `yyyy-MM-dd`; null until it has sent one. */
  crossedDay: string | null
  /** The run of the last message of a rule about runs, the delivery day of that of a briefing; null until the rule has been checked. */
  lastRun: string | null
  userId: number
}

export interface WaitingMessage extends Message {
  failure: string | null
}

/** Ends the messages under way and resets the rules, because the values that crossed are gone. */
export async function forgetAlertsUnderWay(connection: Queryable): Promise<void> {
  await connection.query('DELETE FROM alert_message WHERE ended_at IS NULL')
  await connection.query('UPDATE alert_rule SET is_crossed = NULL')
}

/** The rules of all users and their messages. Every call rejects with a `DatabaseError` if the database does not answer. */
export type AlertStore = ReturnType<typeof createAlertStore>

type RuleRow = Omit<AlertRule, 'lastRun' | 'crossedDay' | 'userId'>

/** Without hours, a rule that has a threshold looks at the market's tomorrow. */
const watchedColumns = ({ area, measure, side, thresholdMw, hours, url }: NewAlert) => ({
  area,
  measure,
  side,
  threshold_mw: thresholdMw,
  hours: hours === 'tomorrow' ? null : hours,
  url,
})
const RULE = `alert_rule.id::text, name, area, measure, side, threshold_mw AS "thresholdMw", url, is_crossed AS "isCrossed",
  CASE WHEN area IS NOT NULL THEN coalesce(to_jsonb(hours::int), '"tomorrow"') END AS hours`
const OF_ENABLED_USER = 'user_id IN (SELECT id FROM app_user WHERE NOT is_disabled)'

export function createAlertStore(database: Database) {
  const rows = createOwnedRows<RuleRow>(database, {
    table: 'alert_rule',
    entry: RULE,
    noun: 'an alert',
    most: MAX_ALERTS,
  })

  /** Changes a rule and, if that changed anything, keeps its message. */
  function note(
    change: string,
    parameters: readonly [ruleId: string, ...(string | null)[]],
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

  /** The rules of a user, by name. */
  function list(userId: number, connection: Queryable = database): Promise<AlertEntry[]> {
    return connection.query<AlertEntry>(
      `SELECT ${RULE}, CASE WHEN last.id IS NOT NULL THEN json_build_object('createdAt', ${isoOf('last.created_at')},
         'endedAt', ${isoOf('ended_at')}, 'failure', failure) END AS "lastMessage"
       FROM alert_rule LEFT JOIN LATERAL (
         SELECT * FROM alert_message WHERE rule_id = alert_rule.id ORDER BY created_at DESC LIMIT 1
       ) AS last ON true
       WHERE user_id = $1 ORDER BY lower(name), name`,
      [userId],
    )
  }

  return {
    list,
    remove: rows.remove,

    /** Makes a rule. Its secret is not given again. Rejects like `add` of the rows. */
    async add(connection: Queryable, userId: number, alert: NewAlert): Promise<MadeAlert> {
      const secret = generateSecret()
      const columns = { name: alert.name, ...watchedColumns(alert), secret }
      const row = await rows.add(connection, userId, columns)
      return { ...row, lastMessage: null, secret }
    },

    /** Changes a rule; null if the user has no such rule. More than a new name starts the watch again and drops unsent messages. Rejects like `refuseTaken`. */
    async change(
      connection: Queryable,
      userId: number,
      id: string,
      alert: NewAlert,
    ): Promise<AlertEntry | null> {
      await rows.refuseTaken(connection, userId, alert.name, id)
      const changed = await connection.query(
        `UPDATE alert_rule SET area = $3, measure = $4, side = $5, threshold_mw = $6, hours = $7, url = $8,
           is_crossed = NULL, crossed_day = NULL, last_run = NULL
         WHERE id = $1::uuid AND user_id = $2 AND (area, measure, side, threshold_mw, hours, url)
           IS DISTINCT FROM ($3::text, $4::text, $5::text, $6::float8, $7::int, $8::text) RETURNING id`,
        [id, userId, ...Object.values(watchedColumns(alert))],
      )
      if (changed.length > 0)
        await connection.query('DELETE FROM alert_message WHERE rule_id = $1::uuid AND ended_at IS NULL', [
          id,
        ])
      const rename = 'UPDATE alert_rule SET name = $3 WHERE id = $1::uuid AND user_id = $2'
      await connection.query(rename, [id, userId, alert.name])
      return (await list(userId, connection)).find((entry) => entry.id === id) ?? null
    },

    /** Where the messages of a user's rule go, and what signs them; null if there is no such rule. */
    async receiver(userId: number, id: string): Promise<(Pick<Message, 'url' | 'secret'> & NewAlert) | null> {
      const [row] = await database.query<RuleRow & { secret: string }>(
        `SELECT ${RULE}, secret FROM alert_rule WHERE id = $1::uuid AND user_id = $2`,
        [id, userId],
      )
      return row ?? null
    },

    /** The rules of all users who are not disabled. */
    rules(): Promise<AlertRule[]> {
      return database.query<AlertRule>(
        `SELECT ${RULE}, crossed_day AS "crossedDay", last_run AS "lastRun", user_id AS "userId" FROM alert_rule WHERE ${OF_ENABLED_USER} ORDER BY created_at`,
      )
    },

    /** Keeps the message of a crossing if the rule was not crossed, or has sent none about this delivery day. Resolves to whether there is one. */
    cross(ruleId: string, day: string | null, body: string, nowUtc: number): Promise<boolean> {
      const isNew = day === null ? 'is_crossed IS NOT TRUE' : 'crossed_day IS DISTINCT FROM $2'
      const change = `is_crossed = true, crossed_day = $2::text WHERE id = $1::uuid AND ${isNew}`
      return note(change, [ruleId, day], body, nowUtc)
    },

    /** Notes the run, or the day, that a rule knows and keeps its message to be sent, if there is one, in one step and only if it knew another. */
    async noteRun(ruleId: string, run: string, body: string | null, nowUtc: number): Promise<void> {
      const change = 'last_run = $2 WHERE id = $1::uuid AND last_run IS DISTINCT FROM $2'
      await note(change, [ruleId, run], body, nowUtc)
    },

    /** Notes without a message whether a rule is crossed. */
    async mark(ruleId: string, isCrossed: boolean): Promise<void> {
      await database.query('UPDATE alert_rule SET is_crossed = $2 WHERE id = $1::uuid', [ruleId, isCrossed])
    },

    /** Their messages that have neither been delivered nor given up, the oldest first; `failure` says why one is held back. */
    waiting(): Promise<WaitingMessage[]> {
      return database.query<WaitingMessage>(
        `SELECT alert_message.id::text, url, secret, body, failure
         FROM alert_message JOIN alert_rule ON alert_rule.id = rule_id
         WHERE ended_at IS NULL AND ${OF_ENABLED_USER} ORDER BY alert_message.created_at`,
      )
    },

    /** Counts the messages of all users that have neither been delivered nor given up. */
    async countWaiting(): Promise<number> {
      const [row] = await database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM alert_message WHERE ended_at IS NULL',
      )
      return row?.count ?? 0
    },

    async holdBack(messageId: string, failure: string): Promise<void> {
      await database.query('UPDATE alert_message SET failure = $2 WHERE id = $1::uuid', [messageId, failure])
    },

    /** Notes how the sending of a message ended; `failure` says why it was given up. */
    async end(messageId: string, failure: string | null, nowUtc: number): Promise<void> {
      await database.query(
        'UPDATE alert_message SET ended_at = $2::timestamptz, failure = $3 WHERE id = $1::uuid',
        [messageId, new Date(nowUtc), failure],
      )
    },
  }
}
