import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { call } from '#server/http/call.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'

/**
 * Answers that are equal for all readers may stay in a proxy for five seconds. nginx reads and removes the
 * header.
 */
export const SHARED = { 'x-accel-expires': '5' }

/**
 * Tells a caching proxy whether it may answer this user from its cache. deploy/nginx-cache.conf names path
 * and header.
 */
export function createSignedInRoute({ uploads }: { uploads: Pick<UploadStore, 'visibleTo'> }): RouteOptions {
  return call(
    {
      method: 'GET',
      path: '/energia/signed-in',
      who: 'user',
      summary: 'For a caching proxy: whether the token is valid, and whether its user sees uploads',
      answer: z.object({ seesUploads: z.boolean() }),
    },
    async ({ user, reply }) => {
      const seesUploads = (await uploads.visibleTo(user.id)).length > 0
      if (seesUploads) reply.header('x-sees-uploads', 'yes')
      return { seesUploads }
    },
  )
}
