import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

import { afterRunning } from '#server/clock.ts'
import { DatabaseError, RequestError } from '#server/errors.ts'

/** A log that keeps the late errors of a request, but no refusal of a busy or stopping server. */
function logWithoutRefusals(log: FastifyReply['log']): FastifyReply['log'] {
  const error = (details: { err: unknown }, message: string) => {
    const isRefusal = details.err instanceof RequestError || details.err instanceof DatabaseError
    log[isRefusal ? 'debug' : 'error'](details, message)
  }
  return Object.assign(Object.create(log), { error })
}

/** How often within the deadline we look for requests that have waited too long. */
const LOOKS = 40

/** Answers 503 at the deadline, or `closingDeadlineMs` after the server closes; 408 while the body arrives. A route's `handlerTimeout` wins (decision 35). */
export function addAnswerDeadline(
  server: FastifyInstance,
  deadlineMs: number,
  closingDeadlineMs = deadlineMs,
): void {
  /** Oldest first. */
  const unanswered = new Set<FastifyReply>()

  function answerLate(isLate: (reply: FastifyReply) => boolean): void {
    for (const reply of unanswered) {
      if (!isLate(reply)) continue
      unanswered.delete(reply)
      const { handlerTimeout, url } = reply.request.routeOptions
      if (handlerTimeout || reply.sent || reply.raw.headersSent) continue
      reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(deadlineMs, url))
      // The handler still answers when it is done. Fastify would log a warning for each such answer, and an error for a late refusal.
      reply.send = () => reply
      reply.log = logWithoutRefusals(reply.log)
    }
  }

  const answerOverdue = () => answerLate((reply) => reply.elapsedTime >= deadlineMs)
  // After the turn's reading: a body that waited for the process is not one that arrives slowly.
  const looking = setInterval(() => setImmediate(answerOverdue), deadlineMs / LOOKS).unref()
  server.addHook('onRequest', (_request, reply, done) => {
    unanswered.add(reply)
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    unanswered.delete(reply)
    done()
  })
  server.addHook('preClose', (done) => {
    afterRunning(closingDeadlineMs, () => answerLate(({ request }) => request.raw.complete))
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking)
    done()
  })
}
