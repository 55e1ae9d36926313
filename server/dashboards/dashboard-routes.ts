import type { FastifyPluginAsync, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { z } from 'zod'

import {
  type DashboardEntry,
  DASHBOARDS_PATH,
  MAX_DASHBOARDS,
  type DashboardChange,
  DashboardChangeSchema,
  MAX_DASHBOARD_NAME_LENGTH,
  MAX_DASHBOARD_QUERY_LENGTH,
  type NewDashboard,
  NewDashboardSchema,
} from '#contract/dashboards.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'

import { createDashboardStore } from './dashboard-store.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${MAX_DASHBOARD_NAME_LENGTH} printable characters.`,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
function parseNewDashboard(body: unknown): NewDashboard {
  return parseBody(NewDashboardSchema, body, ALLOWED)
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
function parseDashboardChange(body: unknown): DashboardChange {
  return parseBody(DashboardChangeSchema, body, ALLOWED)
}

/** The id in an address. Throws a `RequestError` 404 for a text that cannot be one. */
function parseDashboardId(text: string): string {
  const parsed = z.uuid().safeParse(text)
  if (!parsed.success) throw unknownDashboard()
  return parsed.data
}

function unknownDashboard(): RequestError {
  return new RequestError(404, 'There is no such dashboard.')
}

export interface DashboardRoutesParts {
  database: Database
  requireUser: preHandlerAsyncHookHandler
  /** The user of a request that `requireUser` let through. */
  userIdOf: (request: FastifyRequest) => number
  /** Stores what that user asks for, unless the user was removed or has other credentials by now. */
  asUser: <Result>(
    request: FastifyRequest,
    store: (connection: Queryable) => Promise<Result>,
  ) => Promise<Result>
}

/** `/energia/dashboards`: the dashboards that a user has saved. Everybody who is signed in can open one by its id. */
export function createDashboardRoutes(parts: DashboardRoutesParts): FastifyPluginAsync {
  const { requireUser, userIdOf, asUser } = parts
  const store = createDashboardStore(parts.database)
  const guarded = { preHandler: requireUser }
  const one = `${DASHBOARDS_PATH}/:id`

  return async (server) => {
    server.get(DASHBOARDS_PATH, guarded, async (request) => ({
      dashboards: await store.list(userIdOf(request)),
    }))
    server.post(DASHBOARDS_PATH, guarded, async (request) => {
      const dashboard = parseNewDashboard(request.body)
      return taken(await asUser(request, (connection) => store.add(connection, userIdOf(request), dashboard)))
    })
    server.get<{ Params: { id: string } }>(one, guarded, async (request) =>
      known(await store.find(parseDashboardId(request.params.id), userIdOf(request))),
    )
    server.patch<{ Params: { id: string } }>(one, guarded, async (request) => {
      const change = parseDashboardChange(request.body)
      return taken(known(await store.change(parseDashboardId(request.params.id), userIdOf(request), change)))
    })
    server.delete<{ Params: { id: string } }>(one, guarded, async (request) => {
      const id = parseDashboardId(request.params.id)
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
  if (result === 'name taken') throw new RequestError(409, 'You already have a dashboard with this name.')
  if (result === 'too many')
    throw new RequestError(
      409,
      `You have ${MAX_DASHBOARDS} dashboards, which is the most you can keep. Delete one first.`,
    )
  return result
}
