import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import type { Queryable } from '#server/database/database.ts'

/** What routes need to know of those who call. */
export interface Callers {
  /** The check for every route that needs a signed-in user. */
  requireUser: preHandlerAsyncHookHandler
  /** The user of a request that `requireUser` let through. */
  userIdOf: (request: FastifyRequest) => number
  /** Stores what that user asks for, unless the user was removed or has other credentials by now. */
  asUser: <Result>(
    request: FastifyRequest,
    store: (connection: Queryable) => Promise<Result>,
  ) => Promise<Result>
}
