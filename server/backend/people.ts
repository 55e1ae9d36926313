import type { FastifyPluginAsync } from 'fastify'

import { createKeyRoutes, createKeyStore, createRequireReader } from '#server/auth/keys.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import type { Who } from '#server/http/call.ts'
import { logCommandEvents } from '#server/http/security-events.ts'
import type { RequestCheck } from '#server/http/signed-in.ts'

import { createDashboardRoutes, readFollowed } from './dashboard-routes.ts'
import type { Shared, Wing } from './shared.ts'

export type People = ReturnType<typeof createPeople>

export function createPeople(shared: Shared) {
  const { config, clock, database, countWaiting } = shared
  const signIn = createSignIn({ database, clock, config, onWaiting: countWaiting('sign-ins') })
  const { requireUser, requireAdmin, asUser, countCall, countUnknown } = signIn
  const keys = createKeyStore(database)
  const byKey = { keys, requireUser, countCall, countUnknown, clock }
  const guards: Readonly<Record<Who, RequestCheck[]>> = {
    anyone: [],
    user: [requireUser],
    reader: [createRequireReader({ ...byKey, isUpload: false })],
    uploader: [createRequireReader({ ...byKey, isUpload: true })],
    admin: [requireAdmin],
  }
  return {
    signIn: signIn.routes satisfies FastifyPluginAsync,
    calls: [...createDashboardRoutes({ database, asUser }), ...createKeyRoutes({ keys, asUser })],
    readiness: [signIn.readiness],
    run: (signal) => logCommandEvents(shared, signal),
    guards,
    asUser,
    readFollowed: (userId: number) => readFollowed(database, userId),
    makeFirstUser: () => signIn.makeFirstUser(config.ADMIN_USERNAME, config.ADMIN_PASSWORD),
  } satisfies Wing & Record<string, unknown>
}
