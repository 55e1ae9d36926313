import { queryOptions } from '@tanstack/react-query'

import {
  AlertListSchema,
  ALERTS_PATH,
  type MadeAlert,
  MadeAlertSchema,
  type NewAlert,
  RemovedAlertSchema,
  TestedAlertSchema,
} from '#contract/alerts.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

const pathOf = (id: string) => `${ALERTS_PATH}/${encodeURIComponent(id)}`

/** The user's alerts by name, and the hosts that they may be sent to; null from a foreign backend. */
export const alertList = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) =>
    askOwnBackend(() => request.authorized({ path: ALERTS_PATH, schema: AlertListSchema, signal })),
})

/** Rejects with an `ApiError` of status 409 if the name is taken or the user has as many as allowed. */
export function makeAlert(body: NewAlert): Promise<MadeAlert> {
  return request.authorized({ path: ALERTS_PATH, body, schema: MadeAlertSchema })
}

/** Sends a message for testing. Resolves to why it failed, null where the receiver took it. */
export async function testAlert(id: string): Promise<string | null> {
  const path = `${pathOf(id)}/test`
  return (await request.authorized({ path, body: {}, schema: TestedAlertSchema })).failure
}

export async function removeAlert(id: string): Promise<void> {
  await request.authorized({ method: 'DELETE', path: pathOf(id), schema: RemovedAlertSchema })
}
