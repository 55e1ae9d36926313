import { randomUUID } from 'node:crypto'

import {
  type DashboardChange,
  type DashboardEntry,
  MAX_DASHBOARDS,
  type NewDashboard,
  type SavedDashboard,
} from '#contract/dashboards.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { StatementError } from '#server/errors.ts'

const UNIQUE_VIOLATION = '23505'

const ENTRY = 'id::text, name, is_start AS "isStart"'

/** The saved dashboards. Every call rejects with a `DatabaseError` if the database does not answer. */
export function createDashboardStore(database: Database) {
  return {
    /** The dashboards of a user, by name. */
    async list(userId: number): Promise<DashboardEntry[]> {
      return database.query<DashboardEntry>(
        `SELECT ${ENTRY} FROM dashboard WHERE user_id = $1 ORDER BY lower(name), name`,
        [userId],
      )
    },

    /** Any dashboard, as a user sees it; `null` if there is none. */
    async find(id: string, userId: number): Promise<SavedDashboard | null> {
      const [row] = await database.query<SavedDashboard>(
        `SELECT dashboard.id::text, dashboard.name, query, user_id = $2 AS "isOwn", app_user.name AS owner
         FROM dashboard JOIN app_user ON app_user.id = user_id WHERE dashboard.id = $1::uuid`,
        [id, userId],
      )
      return row ?? null
    },

    /** Saves a new dashboard, unless its name is taken or the user has as many as allowed. */
    async add(
      connection: Queryable,
      userId: number,
      { name, query }: NewDashboard,
    ): Promise<DashboardEntry | 'name taken' | 'too many'> {
      const [row] = await connection.query<DashboardEntry>(
        `INSERT INTO dashboard (id, user_id, name, query)
         SELECT $1::uuid, $2::int, $3::text, $4::text
         WHERE (SELECT count(*) FROM dashboard WHERE user_id = $2::int) < $5::int
         ON CONFLICT (user_id, name) DO NOTHING RETURNING ${ENTRY}`,
        [randomUUID(), userId, name, query, MAX_DASHBOARDS],
      )
      if (row !== undefined) return row
      const same = await connection.query('SELECT id FROM dashboard WHERE user_id = $1 AND name = $2', [
        userId,
        name,
      ])
      return same.length > 0 ? 'name taken' : 'too many'
    },

    /** Changes a dashboard of the user; `null` if the user has no such dashboard. */
    async change(
      id: string,
      userId: number,
      { name, query, isStart }: DashboardChange,
    ): Promise<DashboardEntry | 'name taken' | null> {
      try {
        return await database.transaction(async (connection) => {
          if (isStart === true)
            await connection.query(
              `UPDATE dashboard SET is_start = false WHERE user_id = $2 AND is_start
               AND EXISTS (SELECT FROM dashboard AS chosen WHERE chosen.id = $1::uuid AND chosen.user_id = $2)`,
              [id, userId],
            )
          const [row] = await connection.query<DashboardEntry>(
            `UPDATE dashboard SET name = coalesce($3, name), query = coalesce($4, query),
               is_start = coalesce($5, is_start)
             WHERE id = $1::uuid AND user_id = $2 RETURNING ${ENTRY}`,
            [id, userId, name ?? null, query ?? null, isStart ?? null],
          )
          return row ?? null
        })
      } catch (error) {
        if (error instanceof StatementError && error.code === UNIQUE_VIOLATION) return 'name taken'
        throw error
      }
    },

    /** Returns false if the user has no such dashboard. */
    async remove(id: string, userId: number): Promise<boolean> {
      const rows = await database.query(
        'DELETE FROM dashboard WHERE id = $1::uuid AND user_id = $2 RETURNING id',
        [id, userId],
      )
      return rows.length > 0
    },
  }
}
