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
import { idOf, type One, requireFound, type SignedIn, userOf } from '#server/http/signed-in.ts'
import { createUnderWay } from '#server/http/under-way.ts'
import { MINUTE_MS } from '#server/series/series.ts'

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
/** A user can test alerts one after the other, and so many within a minute. */
const TESTS_PER_MINUTE = 6
const TEST_LIMITS = `Only one test at a time, and ${TESTS_PER_MINUTE} within a minute: try again later.`

/** Begins a test of a user and returns what ends it. Throws a `RequestError` 429 if one is under way or there were too many. */
function createTestTurns(clock: Clock): (userId: number) => () => void {
  const begin = createUnderWay(1, TEST_LIMITS)
  const startsAtUtc = new Map<number, number[]>()
  return (userId) => {
    const now = clock()
    const recent = (startsAtUtc.get(userId) ?? []).filter((utc) => utc > now - MINUTE_MS)
    const [oldest = now] = recent
    if (recent.length >= TESTS_PER_MINUTE)
      throw new RequestError(429, TEST_LIMITS, {
        'retry-after': String(Math.ceil((oldest + MINUTE_MS - now) / 1000)),
      })
    const end = begin(userId)
    startsAtUtc.set(userId, [...recent, now])
    return end
  }
}

/** `/energia/alerts`: the rules of the signed-in user. Messages may go to the `hosts`. */
export function createAlertRoutes(
  parts: SignedIn & { alerts: AlertStore; hosts: readonly string[]; clock: Clock },
): FastifyPluginAsync {
  const { alerts, hosts, clock, requireUser, asUser } = parts
  const guarded = { preHandler: requireUser }
  const one = `${ALERTS_PATH}/:id`
  const beginTest = createTestTurns(clock)
  const sendOnce = createSendMessage({ hosts, clock, retry: { retries: 0 } })

  return async (server) => {
    server.get(ALERTS_PATH, guarded, async (request) => ({
      alerts: await alerts.list(userOf(request).id),
      hosts,
    }))
    server.post(ALERTS_PATH, guarded, async (request) => {
      const alert = parseNewAlert(request.body, hosts)
      const made = await asUser(request, (connection) => alerts.add(connection, userOf(request).id, alert))
      logSecurityEvent(request, 'alert-made', { alert: made.name, host: new URL(made.url).host })
      return made
    })
    server.patch<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      const alert = parseNewAlert(request.body, hosts)
      const answer = await asUser(request, (connection) =>
        alerts.change(connection, userOf(request).id, id, alert),
      )
      const changed = requireFound(answer, NOUN)
      logSecurityEvent(request, 'alert-changed', { alert: changed.name, host: new URL(changed.url).host })
      return changed
    })
    // A receiver may take as long as it takes to time out, which is the deadline of answers.
    server.post<One>(`${one}/test`, { ...guarded, handlerTimeout: 15_000 }, async (request) => {
      const { id } = userOf(request)
      const end = beginTest(id)
      try {
        const rule = requireFound(await alerts.receiver(id, idOf(request, NOUN)), NOUN)
        const { url, secret } = rule
        const message = { id: randomUUID(), url, secret, body: writeTest(rule, clock()) }
        return { failure: await sendOnce(message, new AbortController().signal) }
      } finally {
        end()
      }
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = idOf(request, NOUN)
      await alerts.remove(userOf(request).id, id)
      logSecurityEvent(request, 'alert-removed', { alertId: id })
      return { id }
    })
  }
}
