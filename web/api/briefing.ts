import { queryOptions } from '@tanstack/react-query'

import { BRIEFING_PATH, BriefingSchema, FOLLOWED_PATH, FollowedSchema } from '#contract/briefing.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'

import { refreshing } from './recovery.ts'
import { request } from './request.ts'
import { ownCall, ownQuery } from './settings.ts'

/** Tomorrow (market time) for the countries that the user follows. */
export const briefingQuery = queryOptions({
  ...ownQuery('briefing', ownCall(BRIEFING_PATH, {}, BriefingSchema, MARKET_ZONE)),
  refetchInterval: refreshing(60_000),
})

export const followedQuery = ownQuery('followed', { path: FOLLOWED_PATH, schema: FollowedSchema })

export const follow = (area: string, isFollowed: boolean) =>
  request.authorized({
    method: 'PATCH',
    path: FOLLOWED_PATH,
    body: { area, isFollowed },
    schema: FollowedSchema,
  })
