import type { RouteOptions } from 'fastify'

import { type MemberCode, membersOf } from '#contract/areas.ts'
import { FOLLOWED_PATH, FollowedChangeSchema, FollowedSchema, MAX_FOLLOWED } from '#contract/briefing.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { readAddress } from '#contract/dashboard-address.ts'
import {
  DashboardChangeSchema,
  type DashboardEntry,
  DashboardEntrySchema,
  DashboardListSchema,
  DASHBOARDS_PATH,
  MAX_DASHBOARD_QUERY_LENGTH,
  MAX_DASHBOARDS,
  NewDashboardSchema,
  type SavedDashboard,
  SavedDashboardSchema,
} from '#contract/dashboards.ts'
import { NAME_RULE, RemovedSchema } from '#contract/owned-rows.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import { RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import { requireFound, type SignedIn } from '#server/http/signed-in.ts'

const NOUN = 'dashboard'

const REFUSALS = {
  name: NAME_RULE,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
  area: `area must be one of ${FORECAST_AREAS.join(', ')}.`,
  isFollowed: 'isFollowed must be true or false.',
}

const ENTRY = 'id::text, name, is_start AS "isStart"'

const FIRST: MemberCode = 'DE'

/** Default: Germany and a country of the newest dashboard. */
export async function readFollowed(database: Queryable, userId: number): Promise<MemberCode[]> {
  const [kept] = await database.query<{ areas: MemberCode[] }>(
    'SELECT areas FROM followed_areas WHERE user_id = $1',
    [userId],
  )
  if (kept !== undefined) return kept.areas
  const [newest] = await database.query<{ query: string }>(
    'SELECT query FROM dashboard WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
    [userId],
  )
  const cards = readAddress(newest?.query ?? '')
  const areas = (cards === 'broken' ? [] : (cards ?? [])).flatMap(({ filters }) => membersOf(filters.area))
  const other = areas.find((area) => area !== FIRST && FORECAST_AREAS.includes(area))
  return [FIRST, ...(other === undefined ? [] : [other])]
}

type Parts = SignedIn & { database: Database }

function createFollowedRoutes({ asUser, database }: Parts): RouteOptions[] {
  const followed = { path: FOLLOWED_PATH, who: 'user', answer: FollowedSchema } as const
  return [
    call(
      { ...followed, method: 'GET', summary: 'The countries that the signed-in user follows' },
      async ({ user }) => ({ areas: await readFollowed(database, user.id) }),
    ),
    call(
      {
        ...followed,
        method: 'PATCH',
        summary: 'Follow or unfollow a country',
        body: FollowedChangeSchema,
        refusals: REFUSALS,
      },
      async ({ body: { area, isFollowed }, user }) =>
        asUser(user, async (connection) => {
          const kept = await readFollowed(connection, user.id)
          const areas = isFollowed ? [...new Set([...kept, area])] : kept.filter((other) => other !== area)
          if (areas.length > MAX_FOLLOWED)
            throw new RequestError(409, `You follow ${MAX_FOLLOWED} countries already.`)
          await connection.query(
            `INSERT INTO followed_areas (user_id, areas) VALUES ($1, $2::text[])
             ON CONFLICT (user_id) DO UPDATE SET areas = excluded.areas`,
            [user.id, areas],
          )
          return { areas }
        }),
    ),
  ]
}

/** Each signed-in user can open one by its id. */
function createSavedRoutes({ asUser, database }: Parts): RouteOptions[] {
  const rows = createOwnedRows<DashboardEntry>(database, {
    table: 'dashboard',
    entry: ENTRY,
    noun: 'a dashboard',
    most: MAX_DASHBOARDS,
    removal: 'Delete',
  })
  const all = { path: DASHBOARDS_PATH, who: 'user' } as const
  const one = { ...all, path: `${DASHBOARDS_PATH}/:id`, noun: NOUN } as const

  return [
    call(
      {
        ...all,
        method: 'GET',
        summary: 'The saved dashboards of the signed-in user',
        answer: DashboardListSchema,
      },
      async ({ user }) => ({ dashboards: await rows.list(user.id) }),
    ),
    call(
      {
        ...all,
        method: 'POST',
        summary: 'Save a dashboard under a name',
        body: NewDashboardSchema,
        answer: DashboardEntrySchema,
        refusals: REFUSALS,
      },
      async ({ body, user }) => asUser(user, (connection) => rows.add(connection, user.id, body)),
    ),
    call(
      { ...one, method: 'GET', summary: 'Open a dashboard of any user', answer: SavedDashboardSchema },
      async ({ id, user }) => {
        const [dashboard = null] = await database.query<SavedDashboard>(
          `SELECT dashboard.id::text, dashboard.name, query, user_id = $2 AS "isOwn", app_user.name AS owner
           FROM dashboard JOIN app_user ON app_user.id = user_id WHERE dashboard.id = $1::uuid`,
          [id, user.id],
        )
        return requireFound(dashboard, NOUN)
      },
    ),
    call(
      {
        ...one,
        method: 'PATCH',
        summary: 'Rename a dashboard, replace its content, or make it the start',
        body: DashboardChangeSchema,
        answer: DashboardEntrySchema,
        refusals: REFUSALS,
      },
      async ({ id, body: { name, query, isStart }, user }) =>
        asUser(user, async (connection) => {
          if (name !== undefined) await rows.refuseTaken(connection, user.id, name, id)
          if (isStart === true)
            await connection.query(
              `UPDATE dashboard SET is_start = false WHERE user_id = $2 AND is_start
               AND EXISTS (SELECT FROM dashboard AS chosen WHERE chosen.id = $1::uuid AND chosen.user_id = $2)`,
              [id, user.id],
            )
          const [changed = null] = await connection.query<DashboardEntry>(
            `UPDATE dashboard SET name = coalesce($3, name), query = coalesce($4, query),
               is_start = coalesce($5, is_start)
             WHERE id = $1::uuid AND user_id = $2 RETURNING ${ENTRY}`,
            [id, user.id, name ?? null, query ?? null, isStart ?? null],
          )
          return requireFound(changed, NOUN)
        }),
    ),
    call(
      { ...one, method: 'DELETE', summary: 'Delete a dashboard', answer: RemovedSchema },
      async ({ id, user }) => {
        await rows.remove(user.id, id)
        return { id }
      },
    ),
  ]
}

export const createDashboardRoutes = (parts: Parts): RouteOptions[] => [
  ...createSavedRoutes(parts),
  ...createFollowedRoutes(parts),
]
