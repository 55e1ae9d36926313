import { z } from 'zod'

import {
  type DashboardChange,
  DashboardChangeSchema,
  MAX_DASHBOARD_NAME_LENGTH,
  MAX_DASHBOARD_QUERY_LENGTH,
  type NewDashboard,
  NewDashboardSchema,
} from '#contract/dashboards.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${MAX_DASHBOARD_NAME_LENGTH} printable characters.`,
  query: `query must be the query of a dashboard's address, of at most ${MAX_DASHBOARD_QUERY_LENGTH} characters.`,
  isStart: 'isStart must be true or false.',
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseNewDashboard(body: unknown): NewDashboard {
  return parseBody(NewDashboardSchema, body, ALLOWED)
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseDashboardChange(body: unknown): DashboardChange {
  return parseBody(DashboardChangeSchema, body, ALLOWED)
}

/** The id in an address. Throws a `RequestError` 404 for a text that cannot be one. */
export function parseDashboardId(text: string): string {
  const parsed = z.uuid().safeParse(text)
  if (!parsed.success) throw unknownDashboard()
  return parsed.data
}

export function unknownDashboard(): RequestError {
  return new RequestError(404, 'There is no such dashboard.')
}
