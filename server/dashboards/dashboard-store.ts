import {
  type DashboardChange,
  type DashboardEntry,
  MAX_DASHBOARDS,
  type SavedDashboard,
} from '#contract/dashboards.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'

const ENTRY = 'id::text, name, is_start AS "isStart"'

/** The saved dashboards. Every call rejects with a `DatabaseError` if the database does not answer. */
export function createDashboardStore(database: Database) {
  const rows = createOwnedRows<DashboardEntry>(database, {
    table: 'dashboard',
    entry: ENTRY,
    noun: 'a dashboard',
    most: MAX_DASHBOARDS,
    removal: 'Delete',
  })
  return {
    ...rows,

    /** Any dashboard, as a user sees it; `null` if there is none. */
    async find(id: string, userId: number): Promise<SavedDashboard | null> {
      const [row] = await database.query<SavedDashboard>(
        `SELECT dashboard.id::text, dashboard.name, query, user_id = $2 AS "isOwn", app_user.name AS owner
         FROM dashboard JOIN app_user ON app_user.id = user_id WHERE dashboard.id = $1::uuid`,
        [id, userId],
      )
      return row ?? null
    },

    /** Changes a dashboard of the user; `null` if the user has no such dashboard. Rejects like `refuseTaken` of the rows. */
    async change(
      connection: Queryable,
      userId: number,
      id: string,
      { name, query, isStart }: DashboardChange,
    ): Promise<DashboardEntry | null> {
      if (name !== undefined) await rows.refuseTaken(connection, userId, name, id)
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
    },
  }
}
