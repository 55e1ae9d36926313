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

/** Counts a call until the answer ends or the client leaves. Rejects late with a `RequestError` 429. */
export type CountCall = (reply: FastifyReply, owner: number | string) => Promise<void>

/** Two tabs of our pages, which send six queries at a time. */
const MAX_CALLS = 16

/** Refusals of all users that wait at a time. Each holds a connection and a few kB. */
const MAX_LATE = 500
/** Share of `Retry-After` that passes before a refusal is sent: a program that repeats at once then costs little. */
const LATE_SHARE = 0.8

/** Counts per user or key, so that one of them cannot block the server. */
export function createCountCall(): CountCall {
  const begin = createUnderWay(
    MAX_CALLS,
    `You have ${MAX_CALLS} calls under way; wait until one of them has ended.`,
  )
  let late = 0

  async function refuseLate(refusal: RequestError, { raw, request }: FastifyReply): Promise<never> {
    if (late >= MAX_LATE) throw refusal
    const retryAfterS = Number(refusal.headers['retry-after'])
    const waitS = LATE_SHARE * retryAfterS
    // The body may be an upload of 2 MB.
    request.body = undefined
    late += 1
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1000 * waitS).unref()
      raw.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    late -= 1
    throw new RequestError(429, refusal.message, { 'retry-after': String(Math.ceil(retryAfterS - waitS)) })
  }
  return async (reply, owner) => {
    try {
      reply.raw.once('close', begin(owner))
    } catch (error) {
      if (error instanceof RequestError) await refuseLate(error, reply)
      throw error
    }
  }
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
