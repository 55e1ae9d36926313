import type { FastifyPluginAsync } from 'fastify'

import {
  type DashboardEntry,
  DASHBOARDS_PATH,
  MAX_DASHBOARDS,
  DashboardChangeSchema,
  MAX_DASHBOARD_NAME_LENGTH,
  MAX_DASHBOARD_QUERY_LENGTH,
  NewDashboardSchema,
} from '#contract/dashboards.ts'
import type { Database } from '#server/database/database.ts'
import { idOf, type One, requireFound, requireMade, type SignedIn } from '#server/http/owned-things.ts'
import { parseBody } from '#server/http/request-body.ts'

import { createDashboardStore } from './dashboard-store.ts'

const NOUN = 'dashboard'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${MAX_DASHBOARD_NAME_LENGTH} printable characters.`,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

/** `/energia/dashboards`: the dashboards that a user has saved. Everybody who is signed in can open one by its id. */
export function createDashboardRoutes(parts: SignedIn & { database: Database }): FastifyPluginAsync {
  const { requireUser, userIdOf, asUser } = parts
  const store = createDashboardStore(parts.database)
  const guarded = { preHandler: requireUser }
  const one = `${DASHBOARDS_PATH}/:id`

  return async (server) => {
    server.get(DASHBOARDS_PATH, guarded, async (request) => ({
      dashboards: await store.list(userIdOf(request)),
    }))
    server.post(DASHBOARDS_PATH, guarded, async (request) => {
      const dashboard = parseBody(NewDashboardSchema, request.body, ALLOWED)
      return taken(await asUser(request, (connection) => store.add(connection, userIdOf(request), dashboard)))
    })
    server.get<One>(one, guarded, async (request) =>
      requireFound(await store.find(idOf(request, NOUN), userIdOf(request)), NOUN),
    )
    server.patch<One>(one, guarded, async (request) => {
      const change = parseBody(DashboardChangeSchema, request.body, ALLOWED)
      const changed = await store.change(idOf(request, NOUN), userIdOf(request), change)
      return taken(requireFound(changed, NOUN))
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      requireFound(await store.remove(id, userIdOf(request)), NOUN)
      return { id }
    })
  }
}

function taken(result: DashboardEntry | 'name taken' | 'too many'): DashboardEntry {
  return requireMade(result, { noun: 'a dashboard', most: MAX_DASHBOARDS, verb: 'Delete' })
}
