import type { FastifyPluginAsync } from 'fastify'

import { ALERTS_PATH, MAX_ALERTS } from '#contract/alerts.ts'
import { RequestError } from '#server/errors.ts'
import type { Callers } from '#server/http/callers.ts'
import { parseUuid } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import { parseNewAlert } from './alert-request.ts'
import type { AlertStore } from './alert-store.ts'
import type { TestAlert } from './test-alert.ts'

export interface AlertRoutesParts extends Callers {
  alerts: AlertStore
  testAlert: TestAlert
  /** Hosts that messages may go to. */
  hosts: readonly string[]
}

const unknownAlert = () => new RequestError(404, 'There is no such alert.')

type One = { Params: { id: string } }

/** `/energia/alerts`: the rules of the signed-in user. */
export function createAlertRoutes(parts: AlertRoutesParts): FastifyPluginAsync {
  const { alerts, testAlert, hosts, requireUser, userIdOf, asUser } = parts
  const guarded = { preHandler: requireUser }
  const one = `${ALERTS_PATH}/:id`

  return async (server) => {
    server.get(ALERTS_PATH, guarded, async (request) => ({
      alerts: await alerts.list(userIdOf(request)),
      hosts,
    }))
    server.post(ALERTS_PATH, guarded, async (request) => {
      const alert = parseNewAlert(request.body, hosts)
      const made = await asUser(request, (connection) => alerts.add(connection, userIdOf(request), alert))
      if (made === 'name taken') throw new RequestError(409, 'You already have an alert with this name.')
      if (made === 'too many')
        throw new RequestError(
          409,
          `You have ${MAX_ALERTS} alerts, which is the most you can keep. Remove one first.`,
        )
      logSecurityEvent(request, 'alert-made', { alert: made.name, host: new URL(made.url).host })
      return made
    })
    // A receiver may take as long as it takes to time out, which is the deadline of answers.
    server.post<One>(`${one}/test`, { ...guarded, handlerTimeout: 15_000 }, async (request) => {
      const failure = await testAlert(userIdOf(request), parseUuid(request.params.id, unknownAlert))
      if (failure === undefined) throw unknownAlert()
      return { failure }
    })
    server.delete<One>(one, guarded, async (request) => {
      const id = parseUuid(request.params.id, unknownAlert)
      if (!(await alerts.remove(userIdOf(request), id))) throw unknownAlert()
      logSecurityEvent(request, 'alert-removed', { alertId: id })
      return { id }
    })
  }
}
