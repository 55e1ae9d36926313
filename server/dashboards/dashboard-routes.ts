import type { FastifyPluginAsync } from 'fastify'

import {
  DashboardChangeSchema,
  type DashboardEntry,
  DASHBOARDS_PATH,
  MAX_DASHBOARD_QUERY_LENGTH,
  MAX_DASHBOARDS,
  NewDashboardSchema,
  type SavedDashboard,
} from '#contract/dashboards.ts'
import { NAME_RULE } from '#contract/given-name.ts'
import type { Database } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import { parseBody } from '#server/http/request-body.ts'
import { idOf, type One, requireFound, type SignedIn, userOf } from '#server/http/signed-in.ts'

const NOUN = 'dashboard'

const ALLOWED: Readonly<Record<string, string>> = {
  name: NAME_RULE,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

const ENTRY = 'id::text, name, is_start AS "isStart"'

/** `/energia/dashboards`: the dashboards that a user has saved. Everybody who is signed in can open one by its id. */
export function createDashboardRoutes(parts: SignedIn & { database: Database }): FastifyPluginAsync {
  const { requireUser, asUser, database } = parts
  const rows = createOwnedRows<DashboardEntry>(database, {
    table: 'dashboard',
    entry: ENTRY,
    noun: 'a dashboard',
    most: MAX_DASHBOARDS,
    removal: 'Delete',
  })
  const guarded = { preHandler: requireUser }
  const one = `${DASHBOARDS_PATH}/:id`

  return async (server) => {
    server.get(DASHBOARDS_PATH, guarded, async (request) => ({
      dashboards: await rows.list(userOf(request).id),
    }))
    server.post(DASHBOARDS_PATH, guarded, async (request) => {
      const dashboard = parseBody(NewDashboardSchema, request.body, ALLOWED)
      return asUser(request, (connection) => rows.add(connection, userOf(request).id, dashboard))
    })
    server.get<One>(one, guarded, async (request) => {
      const [dashboard] = await database.query<SavedDashboard>(
        `SELECT dashboard.id::text, dashboard.name, query, user_id = $2 AS "isOwn", app_user.name AS owner
         FROM dashboard JOIN app_user ON app_user.id = user_id WHERE dashboard.id = $1::uuid`,
        [idOf(request, NOUN), userOf(request).id],
      )
      return requireFound(dashboard ?? null, NOUN)
    })
    server.patch<One>(one, guarded, async (request) => {
      const { name, query, isStart } = parseBody(DashboardChangeSchema, request.body, ALLOWED)
      const [id, userId] = [idOf(request, NOUN), userOf(request).id]
      return asUser(request, async (connection) => {
        if (name !== undefined) await rows.refuseTaken(connection, userId, name, id)
        if (isStart === true)
          await connection.query(
            `UPDATE dashboard SET is_start = false WHERE user_id = $2 AND is_start
             AND EXISTS (SELECT FROM dashboard AS chosen WHERE chosen.id = $1::uuid AND chosen.user_id = $2)`,
            [id, userId],
          )
        const [changed] = await connection.query<DashboardEntry>(
          `UPDATE dashboard SET name = coalesce($3, name), query = coalesce($4, query),
             is_start = coalesce($5, is_start)
           WHERE id = $1::uuid AND user_id = $2 RETURNING ${ENTRY}`,
          [id, userId, name ?? null, query ?? null, isStart ?? null],
        )
        return requireFound(changed ?? null, NOUN)
      })
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      await rows.remove(userOf(request).id, id)
      return { id }
    })
  }
}
