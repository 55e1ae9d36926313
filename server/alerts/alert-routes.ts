import { randomUUID } from 'node:crypto'

import type { RouteOptions } from 'fastify'

import {
  ALERT_MEASURES,
  ALERT_SIDES,
  AlertEntrySchema,
  AlertListSchema,
  ALERTS_PATH,
  MadeAlertSchema,
  MAX_ALERT_HOURS,
  type NewAlert,
  NewAlertSchema,
  TestedAlertSchema,
} from '#contract/alerts.ts'
import { MEMBER_CODES } from '#contract/areas.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import { NAME_RULE, RemovedSchema } from '#contract/owned-rows.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { requireFound, type SignedIn } from '#server/http/signed-in.ts'
import { createUnderWay } from '#server/http/under-way.ts'

import type { AlertStore } from './alert-store.ts'
import { writeTest } from './message-body.ts'
import { createSendMessage, urlFault } from './send-message.ts'

const REFUSALS = {
  name: NAME_RULE,
  area: `area must be one of ${MEMBER_CODES.join(', ')}.`,
  measure: `measure must be one of ${ALERT_MEASURES.join(', ')}.`,
  side: `side must be one of ${ALERT_SIDES.join(', ')}.`,
  thresholdMw: 'thresholdMw must be a number of MW, from -1000000 to 1000000.',
  hours: `hours must be a whole number from 1 to ${MAX_ALERT_HOURS}, of a ramp from ${RAMP_HOURS + 1}, or the text tomorrow, but not of an error or of late values.`,
  url: 'url must be an address that begins with http:// or https://.',
}

/** Throws a `RequestError` 400 for a host that the operator does not allow. */
function withAllowedUrl(alert: NewAlert, hosts: readonly string[]): NewAlert {
  const fault = urlFault(alert.url, hosts)
  if (fault !== null) throw new RequestError(400, fault)
  // Normalised as it is sent: databases refuse a zero byte, for example.
  return { ...alert, url: new URL(alert.url).href }
}

const ALL = { path: ALERTS_PATH, who: 'user' } as const
const ONE = { ...ALL, path: `${ALERTS_PATH}/:id`, noun: 'alert' } as const

interface RouteParts extends SignedIn {
  alerts: AlertStore
  /** Allowed receivers. */
  hosts: readonly string[]
  clock: Clock
}

export function createAlertRoutes(parts: RouteParts): RouteOptions[] {
  const { alerts, hosts, asUser } = parts

  return [
    call(
      {
        ...ALL,
        method: 'GET',
        summary: 'Alerts of the signed-in user, and the allowed hosts of receivers',
        answer: AlertListSchema,
      },
      async ({ user }) => ({ alerts: await alerts.list(user.id), hosts }),
    ),
    call(
      {
        ...ALL,
        method: 'POST',
        summary: 'Create an alert; the secret that signs its messages is only in this answer',
        body: NewAlertSchema,
        answer: MadeAlertSchema,
        refusals: REFUSALS,
      },
      async ({ body, user, request }) => {
        const alert = withAllowedUrl(body, hosts)
        const made = await asUser(user, (connection) => alerts.add(connection, user.id, alert))
        logSecurityEvent(request, 'alert-made', { alert: made.name, host: new URL(made.url).host })
        return made
      },
    ),
    call(
      {
        ...ONE,
        method: 'PATCH',
        summary: 'Change an alert in place; its secret stays',
        body: NewAlertSchema,
        answer: AlertEntrySchema,
        refusals: REFUSALS,
      },
      async ({ id, body, user, request }) => {
        const alert = withAllowedUrl(body, hosts)
        const answer = await asUser(user, (connection) => alerts.change(connection, user.id, id, alert))
        const changed = requireFound(answer, ONE.noun)
        logSecurityEvent(request, 'alert-changed', { alert: changed.name, host: new URL(changed.url).host })
        return changed
      },
    ),
    createTestRoute(parts),
    call(
      { ...ONE, method: 'DELETE', summary: 'Remove an alert', answer: RemovedSchema },
      async ({ id, user, request }) => {
        await alerts.remove(user.id, id)
        logSecurityEvent(request, 'alert-removed', { alertId: id })
        return { id }
      },
    ),
  ]
}

const TESTS_PER_MINUTE = 6
/** Waiting for a place can take as long as an answer of the receiver. */
const TEST_WITHIN_MS = 14_000

function createTestRoute({ alerts, hosts, clock }: RouteParts): RouteOptions {
  const beginTest = createUnderWay(
    TESTS_PER_MINUTE,
    `You have tested alerts ${TESTS_PER_MINUTE} times within a minute; wait a moment.`,
  )
  const sendOnce = createSendMessage({ hosts, clock, retry: { retries: 0 } })

  return call(
    {
      ...ONE,
      path: `${ONE.path}/test`,
      method: 'POST',
      summary: 'Send a message for testing to the receiver of an alert',
      answer: TestedAlertSchema,
    },
    async ({ id, user }) => {
      setTimeout(beginTest(user.id), MINUTE_MS).unref()
      const rule = requireFound(await alerts.find(user.id, id), ONE.noun)
      const { url, secret, userId } = rule
      const message = { id: randomUUID(), url, secret, userId, body: writeTest(rule, clock()) }
      const within = AbortSignal.timeout(TEST_WITHIN_MS)
      const failure = await sendOnce(message, within).catch((error: unknown) => {
        if (within.aborted) return 'Other tests at the host wait for an answer; try again in a moment.'
        throw error
      })
      return { failure }
    },
    { handlerTimeout: TEST_WITHIN_MS + 1000 },
  )
}
