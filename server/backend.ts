import type { FastifyPluginAsync } from 'fastify'

import type { Settings } from '#contract/settings.ts'

import type { ReadinessPart } from '#server/http/readiness.ts'
import type { SignInHint } from '#server/terminal/welcome.ts'

/** What answers the calls of the pages: our own, or another one that they are passed on to. */
export interface Backend {
  routes: FastifyPluginAsync
  readiness: readonly ReadinessPart[]
  /** What the pages say of the values. */
  about: Pick<Settings, 'source' | 'isDemo' | 'credit'>
  /**
   * Begins the work that goes on by itself, as soon as the database answers: the first user, where one is made, then the values.
   * Resolves when people can sign in, and says how.
   */
  start(): Promise<SignInHint>
  /** Ends that work and lets go of the database. */
  close(): Promise<void>
}
