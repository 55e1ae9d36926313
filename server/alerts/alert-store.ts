import { type AlertEntry, type MadeAlert, MAX_ALERTS, type NewAlert } from '#contract/alerts.ts'
import { isoOf } from '#server/database/columns.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'

import { generateSecret, type Receiver } from './send-message.ts'

export interface RuleRow extends NewAlert {
  id: string
  /** At the last check; null before the first. */
  isCrossed: boolean | null
}

/** Null hours of a threshold rule mean the market's tomorrow. */
const watchedColumns = ({ area, measure, side, thresholdMw, hours, url }: NewAlert) => ({
  area,
  measure,
  side,
  threshold_mw: thresholdMw,
  hours: hours === 'tomorrow' ? null : hours,
  url,
})
/** Columns of a `RuleRow`. */
export const RULE = `alert_rule.id::text, name, area, measure, side, threshold_mw AS "thresholdMw", url, is_crossed AS "isCrossed",
  CASE WHEN area IS NOT NULL THEN coalesce(to_jsonb(hours::int), '"tomorrow"') END AS hours`

function listAlerts(connection: Queryable, userId: number): Promise<AlertEntry[]> {
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

export type AlertStore = ReturnType<typeof createAlertStore>

/** Every call rejects with a `DatabaseError` if the database does not answer. */
export function createAlertStore(database: Database) {
  const rows = createOwnedRows<RuleRow>(database, {
    table: 'alert_rule',
    entry: RULE,
    noun: 'an alert',
    most: MAX_ALERTS,
  })

  return {
    /** By name. */
    list: (userId: number) => listAlerts(database, userId),
    remove: rows.remove,

    /** The secret is returned only here. Rejects like `add` of the rows. */
    async add(connection: Queryable, userId: number, alert: NewAlert): Promise<MadeAlert> {
      const secret = generateSecret()
      const columns = { name: alert.name, ...watchedColumns(alert), secret }
      const row = await rows.add(connection, userId, columns)
      return { ...row, lastMessage: null, secret }
    },

    /** A change of more than the name restarts the watch and drops unsent messages. Rejects like `refuseTaken`. */
    async change(
      connection: Queryable,
      userId: number,
      id: string,
      alert: NewAlert,
    ): Promise<AlertEntry | null> {
      await rows.refuseTaken(connection, userId, alert.name, id)
      const changed = await connection.query(
        `UPDATE alert_rule SET area = $3, measure = $4, side = $5, threshold_mw = $6, hours = $7, url = $8,
           is_crossed = NULL, crossed_day = NULL, last_run = NULL, told_before = '{}'
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
      return (await listAlerts(connection, userId)).find((entry) => entry.id === id) ?? null
    },

    /** The rule with its receiver. */
    async find(userId: number, id: string): Promise<(NewAlert & Receiver) | null> {
      const [row] = await database.query<NewAlert & Receiver>(
        `SELECT ${RULE}, secret, user_id AS "userId" FROM alert_rule WHERE id = $1::uuid AND user_id = $2`,
        [id, userId],
      )
      return row ?? null
    },
  }
}
