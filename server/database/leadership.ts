import type { Database, HeldLock } from './database.ts'

/** Leadership of one process on a database, for work that only one may do. */
export type Leadership = ReturnType<typeof createLeadership>

// Used by no other lock of the product.
export const LEADERSHIP_LOCK = 7_302_002
const CHECK_EVERY_MS = 3000

/** Tries to lead at once, and at every check until closed. */
export function createLeadership(database: Database, checkEveryMs = CHECK_EVERY_MS) {
  let lock: HeldLock | null = null
  let isHeld = false
  let isClosed = false
  let lastRound: Promise<void> = Promise.resolve()

  async function tryToLead(): Promise<void> {
    if (lock === null) {
      // A silent database has no leader; the next round tries again.
      lock = await database.holdLock(LEADERSHIP_LOCK).catch(() => null)
      isHeld = lock !== null
    } else if (!(await lock.check())) {
      isHeld = false
      await lock.release()
      lock = null
    }
  }
  function beginRound(): void {
    if (!isClosed) lastRound = lastRound.then(tryToLead)
  }
  beginRound()
  const timer = setInterval(beginRound, checkEveryMs)
  timer.unref()

  return {
    /** After the leader's death, another process leads within 30 seconds. */
    isLeader: (): boolean => isHeld,
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await lastRound
      isHeld = false
      await lock?.release()
      lock = null
    },
  }
}
