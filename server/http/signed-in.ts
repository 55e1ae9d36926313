import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Role } from '#contract/users.ts'
import type { Transaction } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'

import { createUnderWay } from './under-way.ts'

/** A user, and the version of the credentials that the user's tokens must have. */
export interface Credentials {
  id: number
  name: string
  role: Role
  credentialVersion: number
}

declare module 'fastify' {
  interface FastifyRequest {
    user: Credentials | null
  }
}

/** Lets a request through and says whose it is, or rejects with a `RequestError`. */
export type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** How calls of what a user owns (keys, alerts, dashboards) write for that user. */
export interface SignedIn {
  /** Stores what a user asks for, unless the user was removed or has other credentials by now. */
  asUser: <Result>(user: Credentials, store: (connection: Transaction) => Promise<Result>) => Promise<Result>
}

/** Counts a call until its answer has ended or its client has left. Throws a `RequestError` 429. */
export type CountCall = (reply: FastifyReply, owner: number | string) => void

/** Two tabs of our pages, which send six queries at a time. */
const MAX_CALLS = 16

/** Counts the calls that each user or key has under way, so that one of them cannot keep the server from the others. */
export function createCountCall(): CountCall {
  const begin = createUnderWay(
    MAX_CALLS,
    `You have ${MAX_CALLS} calls under way; wait until one of them has ended.`,
  )
  return ({ raw }, owner) => void raw.once('close', begin(owner))
}

const SCHEME = /^bearer /i

/** The bearer token of a request; `null` if it has none, or more than one `Authorization` header. */
export function bearerToken({ raw, headers: { authorization } }: FastifyRequest): string | null {
  const sent = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization')
  return sent.length === 1 && SCHEME.test(authorization ?? '')
    ? (authorization ?? '').slice('bearer '.length)
    : null
}

/** The refusal of a request without a valid token or key. */
export function unauthorized(message: string): RequestError {
  return new RequestError(401, message, { 'www-authenticate': 'Bearer error="invalid_token"' })
}

/** The user of a request that was let through. */
export function userOf({ user }: FastifyRequest): Credentials {
  if (user === null) throw new Error('The route does not require a user')
  return user
}

/** Returns the thing found by an id. Throws a `RequestError` 404 where nothing was. */
export function requireFound<Found>(found: Found | null | false, noun: string): Found {
  if (found === null || found === false) throw new RequestError(404, `There is no such ${noun}.`)
  return found
}
