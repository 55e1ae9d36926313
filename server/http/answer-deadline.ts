import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

import { afterRunning } from '#server/clock.ts'
import { DatabaseError, RequestError } from '#server/errors.ts'

/** Leaves out refusals of a busy or stopping server. */
function logWithoutRefusals(log: FastifyReply['log']): FastifyReply['log'] {
  const error = (details: { err: unknown }, message: string) => {
    const isRefusal = details.err instanceof RequestError || details.err instanceof DatabaseError
    log[isRefusal ? 'debug' : 'error'](details, message)
  }
  return Object.assign(Object.create(log), { error })
}

const CHECKS_PER_DEADLINE = 40

/** Answers 503 at the deadline after a whole request, or `closingDeadlineMs` after the server closes. A route's `handlerTimeout` wins (decision 12). */
export function addAnswerDeadline(
  server: FastifyInstance,
  deadlineMs: number,
  closingDeadlineMs = deadlineMs,
): void {
  /** By `performance.now()`, oldest first. */
  const unanswered = new Map<FastifyReply, number>()

  function answerLate(atMostMs: number): void {
    for (const [reply, arrivedMs] of unanswered) {
      if (performance.now() - arrivedMs < atMostMs) continue
      unanswered.delete(reply)
      const { handlerTimeout, url } = reply.request.routeOptions
      if (handlerTimeout || reply.sent || reply.raw.headersSent) continue
      reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(deadlineMs, url))
      // Fastify would log a warning for each later answer, and an error for a late refusal.
      reply.send = () => reply
      reply.log = logWithoutRefusals(reply.log)
    }
  }

  const checking = setInterval(() => answerLate(deadlineMs), deadlineMs / CHECKS_PER_DEADLINE).unref()
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
    clearInterval(checking)
    done()
  })
}
