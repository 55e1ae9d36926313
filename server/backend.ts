import type { FastifyPluginAsync } from 'fastify'

import type { Settings } from '#contract/settings.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import type { SignInHint } from '#server/terminal/welcome.ts'

/** Answers the calls of the pages: our own backend, or a proxy to another one. */
export interface Backend {
  routes: FastifyPluginAsync
  readiness: readonly ReadinessPart[]
  /** False until people can sign in, unless the database turns out not to answer. */
  isLive: () => boolean
  /** What the pages say about the values. */
  about: Pick<Settings, 'isOwnBackend' | 'source' | 'isDemo' | 'credit' | 'weatherCredit'>
  /**
   * Starts the background work as soon as the database answers: first it makes the first user if there is none, then it reads the
   * values. Resolves when people can sign in, and says how.
   */
  start(): Promise<SignInHint>
  /** Stops that work and closes the database. */
  close(): Promise<void>
}
