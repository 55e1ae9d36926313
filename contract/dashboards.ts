import { z } from 'zod'

import { readAddress, writeAddress } from './dashboard-address.ts'
import { givenName } from './given-name.ts'

export const DASHBOARDS_PATH = '/energia/dashboards'

/** As many as a user can keep. */
export const MAX_DASHBOARDS = 100
/** Characters of the query of an address: some fifty cards. */
export const MAX_DASHBOARD_QUERY_LENGTH = 8000

/** The query of the dashboard's address, as `writeAddress` writes it. */
const query = z
  .string()
  .max(MAX_DASHBOARD_QUERY_LENGTH)
  .transform((text, context) => {
    const cards = readAddress(text)
    if (cards !== null && cards !== 'broken') return writeAddress(cards)
    context.addIssue('not a dashboard')
    return z.NEVER
  })

export const NewDashboardSchema = z.strictObject({ name: givenName, query })
export type NewDashboard = z.infer<typeof NewDashboardSchema>

/** Fields that a change leaves out stay as they are. */
export const DashboardChangeSchema = z.strictObject({
  name: givenName.optional(),
  query: query.optional(),
  /** True if it opens with the dashboard page. A user has at most one such dashboard. */
  isStart: z.boolean().optional(),
})
export type DashboardChange = z.infer<typeof DashboardChangeSchema>

/** A dashboard in the list of its owner. */
export const DashboardEntrySchema = z.object({ id: z.string(), name: z.string(), isStart: z.boolean() })
export type DashboardEntry = z.infer<typeof DashboardEntrySchema>

/** The dashboards of the signed-in user, by name. */
export const DashboardListSchema = z.object({ dashboards: z.array(DashboardEntrySchema) })

/** A dashboard as any user can open it. Only its owner can change it. */
export const SavedDashboardSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  isOwn: z.boolean(),
  /** The user who saved it. */
  owner: z.string(),
})
export type SavedDashboard = z.infer<typeof SavedDashboardSchema>
