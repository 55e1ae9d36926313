import type { FastifyPluginAsync } from 'fastify'

import {
  DASHBOARDS_PATH,
  DashboardChangeSchema,
  MAX_DASHBOARD_QUERY_LENGTH,
  NewDashboardSchema,
} from '#contract/dashboards.ts'
import { NAME_RULE } from '#contract/given-name.ts'
import type { Database } from '#server/database/database.ts'
import { parseBody } from '#server/http/request-body.ts'
import { idOf, type One, requireFound, type SignedIn, userIdOf } from '#server/http/signed-in.ts'

import { createDashboardStore } from './dashboard-store.ts'

const NOUN = 'dashboard'

const ALLOWED: Readonly<Record<string, string>> = {
  name: NAME_RULE,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

/** `/energia/dashboards`: the dashboards that a user has saved. Everybody who is signed in can open one by its id. */
export function createDashboardRoutes(parts: SignedIn & { database: Database }): FastifyPluginAsync {
  const { requireUser, asUser } = parts
  const store = createDashboardStore(parts.database)
  const guarded = { preHandler: requireUser }
  const one = `${DASHBOARDS_PATH}/:id`

  return async (server) => {
    server.get(DASHBOARDS_PATH, guarded, async (request) => ({
      dashboards: await store.list(userIdOf(request)),
    }))
    server.post(DASHBOARDS_PATH, guarded, async (request) => {
      const dashboard = parseBody(NewDashboardSchema, request.body, ALLOWED)
      return asUser(request, (connection) => store.add(connection, userIdOf(request), dashboard))
    })
    server.get<One>(one, guarded, async (request) =>
      requireFound(await store.find(idOf(request, NOUN), userIdOf(request)), NOUN),
    )
    server.patch<One>(one, guarded, async (request) => {
      const change = parseBody(DashboardChangeSchema, request.body, ALLOWED)
      const id = idOf(request, NOUN)
      return asUser(request, async (connection) =>
        requireFound(await store.change(connection, userIdOf(request), id, change), NOUN),
      )
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      await store.remove(userIdOf(request), id)
      return { id }
    })
  }
}
