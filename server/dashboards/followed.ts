import type { RouteOptions } from 'fastify'

import { type MemberCode, membersOf } from '#contract/areas.ts'
import { FOLLOWED_PATH, FollowedSchema, MAX_FOLLOWED } from '#contract/briefing.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { readAddress } from '#contract/dashboard-address.ts'
import type { Database } from '#server/database/database.ts'
import { call } from '#server/http/call.ts'
import type { SignedIn } from '#server/http/signed-in.ts'

const FIRST: MemberCode = 'DE'

/** The countries that a user follows: at first Germany and that of the newest dashboard. Rejects with a `DatabaseError`. */
export async function readFollowed(database: Database, userId: number): Promise<MemberCode[]> {
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

/** `/energia/followed`: the countries of the signed-in user's briefing. */
export function createFollowedRoutes({
  asUser,
  database,
}: SignedIn & { database: Database }): RouteOptions[] {
  const own = { path: FOLLOWED_PATH, who: 'user', answer: FollowedSchema } as const
  return [
    call(
      { ...own, method: 'GET', summary: 'The countries that the signed-in user follows' },
      async ({ user }) => ({ areas: await readFollowed(database, user.id) }),
    ),
    call(
      {
        ...own,
        method: 'PATCH',
        summary: 'Follow these countries and no others',
        body: FollowedSchema,
        refusals: {
          areas: `areas must be a list of at most ${MAX_FOLLOWED} of ${FORECAST_AREAS.join(', ')}.`,
        },
      },
      async ({ body, user }) => {
        const areas = [...new Set(body.areas)]
        await asUser(user, (connection) =>
          connection.query(
            `INSERT INTO followed_areas (user_id, areas) VALUES ($1, $2::text[])
             ON CONFLICT (user_id) DO UPDATE SET areas = excluded.areas`,
            [user.id, areas],
          ),
        )
        return { areas }
      },
    ),
  ]
}
