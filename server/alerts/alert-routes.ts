import { randomUUID } from 'node:crypto'

import type { FastifyPluginAsync } from 'fastify'

import {
  ALERT_MEASURES,
  ALERT_SIDES,
  ALERTS_PATH,
  MAX_ALERT_HOURS,
  type NewAlert,
  NewAlertSchema,
} from '#contract/alerts.ts'
import { MEMBER_CODES } from '#contract/areas.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import { NAME_RULE } from '#contract/given-name.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { idOf, type One, requireFound, type SignedIn, userIdOf } from '#server/http/signed-in.ts'

import type { AlertStore } from './alert-store.ts'
import { writeTest } from './message-body.ts'
import { createSendMessage, urlFault } from './send-message.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  name: NAME_RULE,
  area: `area must be one of ${MEMBER_CODES.join(', ')}.`,
  measure: `measure must be one of ${ALERT_MEASURES.join(', ')}.`,
  side: `side must be one of ${ALERT_SIDES.join(', ')}.`,
  thresholdMw: 'thresholdMw must be a number of MW, from -1000000 to 1000000.',
  hours: `hours must be a whole number from 1 to ${MAX_ALERT_HOURS}, of a ramp from ${RAMP_HOURS + 1}, or the text tomorrow, but not of an error.`,
  url: 'url must be an address that begins with http:// or https://.',
}

/** Reads a new rule. Throws a `RequestError` 400 that says what is wrong and what is allowed. */
function parseNewAlert(body: unknown, hosts: readonly string[]): NewAlert {
  const alert = parseBody(NewAlertSchema, body, ALLOWED)
  const fault = urlFault(alert.url, hosts)
  if (fault !== null) throw new RequestError(400, fault)
  // As the address is sent: a database keeps no text with a zero byte, for example.
  return { ...alert, url: new URL(alert.url).href }
}

const NOUN = 'alert'

/** `/energia/alerts`: the rules of the signed-in user. Messages may go to the `hosts`. */
export function createAlertRoutes(
  parts: SignedIn & { alerts: AlertStore; hosts: readonly string[]; clock: Clock },
): FastifyPluginAsync {
  const { alerts, hosts, clock, requireUser, asUser } = parts
  const guarded = { preHandler: requireUser }
  const one = `${ALERTS_PATH}/:id`
  const sendOnce = createSendMessage({ hosts, clock, retry: { retries: 0 } })

  return async (server) => {
    server.get(ALERTS_PATH, guarded, async (request) => ({
      alerts: await alerts.list(userIdOf(request)),
      hosts,
    }))
    server.post(ALERTS_PATH, guarded, async (request) => {
      const alert = parseNewAlert(request.body, hosts)
      const made = await asUser(request, (connection) => alerts.add(connection, userIdOf(request), alert))
      logSecurityEvent(request, 'alert-made', { alert: made.name, host: new URL(made.url).host })
      return made
    })
    server.patch<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      const alert = parseNewAlert(request.body, hosts)
      const answer = await asUser(request, (connection) =>
        alerts.change(connection, userIdOf(request), id, alert),
      )
      const changed = requireFound(answer, NOUN)
      logSecurityEvent(request, 'alert-changed', { alert: changed.name, host: new URL(changed.url).host })
      return changed
    })
    // A receiver may take as long as it takes to time out, which is the deadline of answers.
    server.post<One>(`${one}/test`, { ...guarded, handlerTimeout: 15_000 }, async (request) => {
      const rule = requireFound(await alerts.receiver(userIdOf(request), idOf(request, NOUN)), NOUN)
      const { url, secret } = rule
      const message = { id: randomUUID(), url, secret, body: writeTest(rule, clock()) }
      return { failure: await sendOnce(message, new AbortController().signal) }
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      await alerts.remove(userIdOf(request), id)
      logSecurityEvent(request, 'alert-removed', { alertId: id })
      return { id }
    })
  }
}
