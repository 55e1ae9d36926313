import { codeOf, DatabaseError } from '#server/errors.ts'

import type { EmbeddedEngine } from './engine.ts'

const INVALID_CURSOR_STATE = '24000'

/**
 * When the write-ahead log cannot grow, the engine cannot roll back, and then refuses every statement because a portal is active. We
 * use no cursors, so nothing else gives this code. A `DatabaseError` says that its thread has ended.
 */
function hasGivenUp(error: unknown): boolean {
  return error instanceof DatabaseError || codeOf(error) === INVALID_CURSOR_STATE
}

/** Watches an engine, and opens it again with `reopen`. */
export function createReopeningEngine(
  first: EmbeddedEngine,
  reopen: () => Promise<EmbeddedEngine>,
): EmbeddedEngine {
  let engine = first
  let isLost = false
  async function watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      isLost ||= hasGivenUp(error)
      throw error
    }
  }
  return {
    query: (text, parameters) => watch(engine.query(text, parameters)),
    script: (text) => watch(engine.script(text)),
    close: () => engine.close(),
    async reopenIfFailed() {
      if (!isLost) return
      await engine.close().catch(() => null)
      engine = await reopen()
      isLost = false
    },
  }
}
