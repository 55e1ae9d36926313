import { queryOptions } from '@tanstack/react-query'

import {
  type DashboardChange,
  DashboardEntrySchema,
  DashboardListSchema,
  DASHBOARDS_PATH,
  type NewDashboard,
  type SavedDashboard,
  SavedDashboardSchema,
} from '#contract/dashboards.ts'

import { ApiError, MESSAGES } from './api-error.ts'
import { isOwnBackend, request } from './request.ts'
import { ownQuery, remover } from './settings.ts'

const pathOf = (id: string) => `${DASHBOARDS_PATH}/${encodeURIComponent(id)}`

/** The user's saved dashboards by name; `null` from a foreign backend. */
export const dashboardList = queryOptions({
  ...ownQuery('dashboards', {
    path: DASHBOARDS_PATH,
    schema: DashboardListSchema.transform(({ dashboards }) => dashboards),
  }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A dashboard of any user. Rejects with an `ApiError` of status 404 if there is none, as a foreign backend never has one. */
export async function openDashboard(id: string): Promise<SavedDashboard> {
  if (!isOwnBackend()) throw new ApiError(MESSAGES.status(404), { status: 404 })
  return request.authorized({ path: pathOf(id), schema: SavedDashboardSchema })
}

/** Rejects with an `ApiError` of status 409 if the name is taken or the user has as many as allowed. */
export const addDashboard = (body: NewDashboard) =>
  request.authorized({ path: DASHBOARDS_PATH, body, schema: DashboardEntrySchema })

/** Rejects with an `ApiError` of status 409 if the name is taken, of 404 if the user has no such dashboard. */
export const changeDashboard = (id: string, body: DashboardChange) =>
  request.authorized({ method: 'PATCH', path: pathOf(id), body, schema: DashboardEntrySchema })

/** Rejects with an `ApiError` of status 404 if the user has no such dashboard. */
export const removeDashboard = remover(DASHBOARDS_PATH)
