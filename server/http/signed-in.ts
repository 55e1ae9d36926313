import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Role } from '#contract/users.ts'
import type { Transaction } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'

import { createUnderWay } from './under-way.ts'

/** `credentialVersion`: required in the user's tokens. */
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

/** Sets the user of a request, or rejects with a `RequestError`. */
export type RequestCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** For a user's own rows: keys, alerts, dashboards. */
export interface SignedIn {
  /** Rejects if the user was removed or has other credentials by now. */
  asUser: <Result>(user: Credentials, store: (connection: Transaction) => Promise<Result>) => Promise<Result>
}

/** Until the answer ends or the client leaves. Throws a `RequestError` 429. */
export type CountCall = (reply: FastifyReply, owner: number | string) => void

/** Two tabs of our pages, which send six queries at a time. */
const MAX_CALLS = 16

/** Per user or key, so that one of them cannot block the server. */
export function createCountCall(): CountCall {
  const begin = createUnderWay(
    MAX_CALLS,
    `You have ${MAX_CALLS} calls under way; wait until one of them has ended.`,
  )
  return ({ raw }, owner) => void raw.once('close', begin(owner))
}

const SCHEME = /^bearer /i

/** Null without one, or with several `Authorization` headers. */
export function bearerToken({ raw, headers: { authorization } }: FastifyRequest): string | null {
  const sent = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization')
  return sent.length === 1 && SCHEME.test(authorization ?? '')
    ? (authorization ?? '').slice('bearer '.length)
    : null
}

export function unauthorized(message: string): RequestError {
  return new RequestError(401, message, { 'www-authenticate': 'Bearer error="invalid_token"' })
}

export function userOf({ user }: FastifyRequest): Credentials {
  if (user === null) throw new Error('The route does not require a user')
  return user
}

/** Throws a `RequestError` 404 for null or false. */
export function requireFound<Found>(found: Found | null | false, noun: string): Found {
  if (found === null || found === false) throw new RequestError(404, `There is no such ${noun}.`)
  return found
}
