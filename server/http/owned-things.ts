import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { z } from 'zod'

import type { Queryable } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'

/** How routes of what a user owns (keys, alerts, dashboards) know that user. */
export interface SignedIn {
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

export type One = { Params: { id: string } }

/** What was found or done by an id. Throws a `RequestError` 404 where nothing was. */
export function requireFound<Found>(found: Found | null | false, noun: string): Found {
  if (found === null || found === false) throw new RequestError(404, `There is no such ${noun}.`)
  return found
}

/** The id in an address. Throws a `RequestError` 404 for a text that cannot be one. */
export function idOf({ params }: FastifyRequest<One>, noun: string): string {
  return requireFound(z.uuid().safeParse(params.id).data ?? null, noun)
}

/** What was made for a user. Throws a `RequestError` 409 where the name is taken or the user has as many as allowed. */
export function requireMade<Made>(
  made: Made | 'name taken' | 'too many',
  { noun, most, verb = 'Remove' }: { noun: string; most: number; verb?: string },
): Made {
  if (made === 'name taken') throw new RequestError(409, `You already have ${noun} with this name.`)
  if (made !== 'too many') return made
  const nouns = noun.replace(/^an? /, '')
  throw new RequestError(
    409,
    `You have ${most} ${nouns}s, which is the most you can keep. ${verb} one first.`,
  )
}
