import { z } from 'zod'

import {
  type DashboardChange,
  DashboardChangeSchema,
  LONGEST_DASHBOARD_NAME,
  LONGEST_DASHBOARD_QUERY,
  type NewDashboard,
  NewDashboardSchema,
} from '#contract/dashboards.ts'
import { RequestError } from '#server/errors.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: `name must be a text of 1 to ${LONGEST_DASHBOARD_NAME} printable characters.`,
  query: `query must be the query of a dashboard's address, of at most ${LONGEST_DASHBOARD_QUERY} characters.`,
  isStart: 'isStart must be true or false.',
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseNewDashboard(body: unknown): NewDashboard {
  return parse(NewDashboardSchema, body)
}

/** Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseDashboardChange(body: unknown): DashboardChange {
  return parse(DashboardChangeSchema, body)
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

function parse<Shape extends z.ZodObject>(schema: Shape, body: unknown): z.output<Shape> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const keys = Object.keys(schema.shape).join(', ')
  throw new RequestError(
    400,
    issue?.code === 'unrecognized_keys'
      ? `The body has an unknown key. It can have ${keys}.`
      : (ALLOWED[String(issue?.path[0])] ?? `The body must be a JSON object with ${keys}.`),
  )
}
