import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'

/**
 * Answers 503 (408 where the body is still on its way) when a request is not answered in time. Does what Fastify's `handlerTimeout`
 * does, but without an AbortController for each request, which costs as much as all the rest of an answer that is cached. A route
 * with a `handlerTimeout` of its own keeps that.
 */
export function addAnswerDeadline(server: FastifyInstance, deadlineMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.handlerTimeout) {
      const timer = setTimeout(() => {
        if (!reply.sent)
          reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(deadlineMs, request.routeOptions.url))
      }, deadlineMs)
      timers.set(request, timer)
    }
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(timers.get(request))
    done()
  })
}
