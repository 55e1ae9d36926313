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

/** The saved dashboards. Every call rejects with a `DatabaseError` if the database does not answer. */
export interface DashboardStore {
  /** The dashboards of a user, by name. */
  list(userId: number): Promise<DashboardEntry[]>
  /** Any dashboard, as a user sees it; `null` if there is none. */
  find(id: string, userId: number): Promise<SavedDashboard | null>
  /** Saves a new dashboard, unless its name is taken or the user has as many as allowed. */
  add(
    connection: Queryable,
    userId: number,
    dashboard: NewDashboard,
  ): Promise<DashboardEntry | 'name taken' | 'too many'>
  /** Changes a dashboard of the user; `null` if the user has no such dashboard. */
  change(id: string, userId: number, change: DashboardChange): Promise<DashboardEntry | 'name taken' | null>
  /** Returns false if the user has no such dashboard. */
  remove(id: string, userId: number): Promise<boolean>
}

interface EntryRow {
  id: string
  name: string
  is_start: boolean
}

const toEntry = ({ id, name, is_start }: EntryRow): DashboardEntry => ({ id, name, isStart: is_start })

export function createDashboardStore(database: Database): DashboardStore {
  return {
    async list(userId) {
      const rows = await database.query<EntryRow>(
        'SELECT id::text, name, is_start FROM dashboard WHERE user_id = $1 ORDER BY lower(name), name',
        [userId],
      )
      return rows.map(toEntry)
    },

    async find(id, userId) {
      const [row] = await database.query<{
        id: string
        name: string
        query: string
        is_own: boolean
        owner: string
      }>(
        `SELECT dashboard.id::text, dashboard.name, query, user_id = $2 AS is_own, app_user.name AS owner
         FROM dashboard JOIN app_user ON app_user.id = user_id WHERE dashboard.id = $1::uuid`,
        [id, userId],
      )
      if (row === undefined) return null
      const { is_own, ...dashboard } = row
      return { ...dashboard, isOwn: is_own }
    },

    async add(connection, userId, { name, query }) {
      const [row] = await connection.query<EntryRow>(
        `INSERT INTO dashboard (id, user_id, name, query)
         SELECT $1::uuid, $2::int, $3::text, $4::text
         WHERE (SELECT count(*) FROM dashboard WHERE user_id = $2::int) < $5::int
         ON CONFLICT (user_id, name) DO NOTHING RETURNING id::text, name, is_start`,
        [randomUUID(), userId, name, query, MAX_DASHBOARDS],
      )
      if (row !== undefined) return toEntry(row)
      const same = await connection.query('SELECT id FROM dashboard WHERE user_id = $1 AND name = $2', [
        userId,
        name,
      ])
      return same.length > 0 ? 'name taken' : 'too many'
    },

    async change(id, userId, { name, query, isStart }) {
      try {
        return await database.transaction(async (connection) => {
          if (isStart === true)
            await connection.query(
              `UPDATE dashboard SET is_start = false WHERE user_id = $2 AND is_start
               AND EXISTS (SELECT FROM dashboard AS chosen WHERE chosen.id = $1::uuid AND chosen.user_id = $2)`,
              [id, userId],
            )
          const [row] = await connection.query<EntryRow>(
            `UPDATE dashboard SET name = coalesce($3, name), query = coalesce($4, query),
               is_start = coalesce($5, is_start)
             WHERE id = $1::uuid AND user_id = $2 RETURNING id::text, name, is_start`,
            [id, userId, name ?? null, query ?? null, isStart ?? null],
          )
          return row === undefined ? null : toEntry(row)
        })
      } catch (error) {
        if (error instanceof StatementError && error.code === UNIQUE_VIOLATION) return 'name taken'
        throw error
      }
    },

    async remove(id, userId) {
      const rows = await database.query(
        'DELETE FROM dashboard WHERE id = $1::uuid AND user_id = $2 RETURNING id',
        [id, userId],
      )
      return rows.length > 0
    },
  }
}
