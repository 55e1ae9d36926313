import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

/** How often within the deadline we look for requests that have waited too long. */
const LOOKS = 40

/**
 * Answers 503 when a request has no answer within the deadline, or within `closingDeadlineMs` once the server closes; 408 if its body is
 * still arriving. Fastify's `handlerTimeout` costs a timer for every request (docs/decisions/0035); a route that sets one keeps it.
 */
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
      // The handler still answers when it is done. Fastify would log a warning for each such answer.
      reply.send = () => reply
    }
  }

  const looking = setInterval(
    () => answerLate((reply) => reply.elapsedTime >= deadlineMs),
    deadlineMs / LOOKS,
  ).unref()
  server.addHook('onRequest', (_request, reply, done) => {
    unanswered.add(reply)
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    unanswered.delete(reply)
    done()
  })
  server.addHook('preClose', (done) => {
    setTimeout(() => answerLate(({ request }) => request.raw.complete), closingDeadlineMs).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking)
    done()
  })
}
