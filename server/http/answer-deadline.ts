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

/** Answers 503 at the deadline after a request has arrived whole, or `closingDeadlineMs` after the server closes. A route's `handlerTimeout` wins (decision 12). */
export function addAnswerDeadline(
  server: FastifyInstance,
  deadlineMs: number,
  closingDeadlineMs = deadlineMs,
): void {
  /** When each request had arrived, as `performance.now()`; oldest first. Node limits the time in which it arrives. */
  const unanswered = new Map<FastifyReply, number>()

  function answerLate(atMostMs: number): void {
    for (const [reply, arrivedMs] of unanswered) {
      if (performance.now() - arrivedMs < atMostMs) continue
      unanswered.delete(reply)
      const { handlerTimeout, url } = reply.request.routeOptions
      if (handlerTimeout || reply.sent || reply.raw.headersSent) continue
      reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(deadlineMs, url))
      // The handler still answers when it is done. Fastify would log a warning for each such answer, and an error for a late refusal.
      reply.send = () => reply
      reply.log = logWithoutRefusals(reply.log)
    }
  }

  const looking = setInterval(() => answerLate(deadlineMs), deadlineMs / LOOKS).unref()
  server.addHook('preValidation', (_request, reply, done) => {
    unanswered.set(reply, performance.now())
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    unanswered.delete(reply)
    done()
  })
  server.addHook('preClose', (done) => {
    afterRunning(closingDeadlineMs, () => answerLate(0))
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking)
    done()
  })
}
