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
import { RequestError } from '#server/errors.ts'
import { idOf, type One, requireMade, type SignedIn } from '#server/http/owned-things.ts'
import { parseBody } from '#server/http/request-body.ts'

import { createDashboardStore } from './dashboard-store.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${MAX_DASHBOARD_NAME_LENGTH} printable characters.`,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

function unknownDashboard(): RequestError {
  return new RequestError(404, 'There is no such dashboard.')
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
      known(await store.find(idOf(request, unknownDashboard), userIdOf(request))),
    )
    server.patch<One>(one, guarded, async (request) => {
      const change = parseBody(DashboardChangeSchema, request.body, ALLOWED)
      return taken(known(await store.change(idOf(request, unknownDashboard), userIdOf(request), change)))
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, unknownDashboard)
      if (!(await store.remove(id, userIdOf(request)))) throw unknownDashboard()
      return { id }
    })
  }
}

function known<Found>(found: Found | null): Found {
  if (found === null) throw unknownDashboard()
  return found
}

function taken(result: DashboardEntry | 'name taken' | 'too many'): DashboardEntry {
  return requireMade(result, { noun: 'a dashboard', most: MAX_DASHBOARDS, verb: 'Delete' })
}
