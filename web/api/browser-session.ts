import { useStore } from 'zustand/react'

import { createKeptStorage } from './kept-storage.ts'
import { createSession, EXPIRY_KEY, type SessionState, TOKEN_KEY } from './session.ts'

const storage = createKeptStorage(() => localStorage)

/** The session of this browser, shared by its tabs. */
export const session = createSession({ storage, clock: Date.now })

/** Whether a session outlives the page; false if the browser blocks storage. */
export const isSessionLasting = (): boolean => storage.isLasting()

/** Checks the stored session, then follows changes made in other tabs. Call it once, when the application starts. */
export function startSession(): void {
  addEventListener('storage', (event) => {
    // A `null` key: the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === EXPIRY_KEY || event.key === null) session.follow()
  })
  session.check()
}

export function useSession(): SessionState {
  return useStore(session.store)
}
