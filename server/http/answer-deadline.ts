import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

/** How often within the deadline it is looked who waits longer. */
const LOOKS = 40

/**
 * Answers 503 (408 where the body is still on its way) when a request is not answered in time, or a fortieth of it later. Does what
 * Fastify's `handlerTimeout` does, but without an AbortController and a timer for each request, which cost as much as all the rest
 * of an answer that is cached. A route with a `handlerTimeout` of its own keeps that.
 */
export function addAnswerDeadline(server: FastifyInstance, deadlineMs: number): void {
  /** In the order in which they came. */
  const unanswered = new Set<FastifyReply>()

  function answerLate(): void {
    for (const reply of unanswered) {
      if (reply.elapsedTime < deadlineMs) return
      unanswered.delete(reply)
      const { handlerTimeout, url } = reply.request.routeOptions
      if (!handlerTimeout && !reply.sent) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(deadlineMs, url))
    }
  }
  const looking = setInterval(answerLate, deadlineMs / LOOKS).unref()
  server.addHook('onRequest', (_request, reply, done) => {
    unanswered.add(reply)
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    unanswered.delete(reply)
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(looking)
    done()
  })
}
