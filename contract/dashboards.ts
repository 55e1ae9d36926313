import { z } from 'zod'

import { readAddress, writeAddress } from './dashboard-address.ts'
import { givenName } from './owned-rows.ts'

export const DASHBOARDS_PATH = '/energia/dashboards'

/** Per user. */
export const MAX_DASHBOARDS = 100
/** About fifty cards. */
export const MAX_DASHBOARD_QUERY_LENGTH = 8000

/** As `writeAddress` writes it. */
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

/** Omitted fields stay unchanged. */
export const DashboardChangeSchema = z.strictObject({
  name: givenName.optional(),
  query: query.optional(),
  /** Opens with the dashboard page; at most one per user. */
  isStart: z.boolean().optional(),
})
export type DashboardChange = z.infer<typeof DashboardChangeSchema>

export const DashboardEntrySchema = z.object({ id: z.string(), name: z.string(), isStart: z.boolean() })
export type DashboardEntry = z.infer<typeof DashboardEntrySchema>

export const DashboardListSchema = z.object({ dashboards: z.array(DashboardEntrySchema) })

/** Only its owner can change it. */
export const SavedDashboardSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  isOwn: z.boolean(),
  owner: z.string(),
})
export type SavedDashboard = z.infer<typeof SavedDashboardSchema>
