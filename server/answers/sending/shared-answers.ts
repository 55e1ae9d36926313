import type { RouteOptions } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'

import type { Clock } from '#server/clock.ts'
import { call } from '#server/http/call.ts'
import { bearerToken } from '#server/http/signed-in.ts'
import type { Revision } from '#server/series/revision.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'

const KEPT_S = 5

/** Answers that are equal for all readers may stay in a proxy for so long. nginx reads and removes the header. */
export const SHARED = { 'x-accel-expires': String(KEPT_S) }

interface SignedInParts {
  uploads: Pick<UploadStore, 'readSeers'>
  revision: Revision
  clock: Clock
}

/**
 * Tells a caching proxy whether it may answer this user from its cache, and for how long it may remember that.
 * deploy/nginx-cache.conf names path and headers.
 */
export function createSignedInRoute({ uploads, revision, clock }: SignedInParts): RouteOptions {
  let known = { revision: -1, isSeer: Promise.resolve((_userId: number): boolean => true) }
  return call(
    {
      method: 'GET',
      path: '/energia/signed-in',
      who: 'user',
      summary: 'For a caching proxy: whether the token is valid, and whether its user sees uploads',
      answer: z.object({ seesUploads: z.boolean() }),
    },
    async ({ user, request, reply }) => {
      const number = await revision.current()
      if (known.revision !== number) {
        const reading = { revision: number, isSeer: uploads.readSeers() }
        known = reading
        // A failed read affects only its waiting callers.
        reading.isSeer.catch(() => (reading.revision = -1))
      }
      const isSeer = await known.isSeer
      const seesUploads = isSeer(user.id)
      if (seesUploads) reply.header('x-sees-uploads', 'yes')
      const { exp = 0 } = decodeJwt(bearerToken(request) ?? '')
      reply.header('x-accel-expires', String(Math.min(KEPT_S, exp - Math.ceil(clock() / 1000))))
      return { seesUploads }
    },
  )
}
