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

/** The user's own, by name; `null` from another backend. */
export const dashboardList = queryOptions({
  ...ownQuery('dashboards', {
    path: DASHBOARDS_PATH,
    schema: DashboardListSchema.transform(({ dashboards }) => dashboards),
  }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A dashboard of any user. Rejects with `ApiError` 404 if there is none, always from another backend. */
export async function openDashboard(id: string): Promise<SavedDashboard> {
  if (!isOwnBackend()) throw new ApiError(MESSAGES.status(404), { status: 404 })
  return request.authorized({ path: pathOf(id), schema: SavedDashboardSchema })
}

/** Rejects with `ApiError` 409 if the name is taken or the user has the maximum number. */
export const addDashboard = (body: NewDashboard) =>
  request.authorized({ path: DASHBOARDS_PATH, body, schema: DashboardEntrySchema })

/** Rejects with `ApiError`: 409 if the name is taken, 404 if the user has no such dashboard. */
export const changeDashboard = (id: string, body: DashboardChange) =>
  request.authorized({ method: 'PATCH', path: pathOf(id), body, schema: DashboardEntrySchema })

/** Rejects with `ApiError` 404 if the user has no such dashboard. */
export const removeDashboard = remover(DASHBOARDS_PATH)
