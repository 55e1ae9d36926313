import { useStore } from 'zustand/react'

import { basePath } from '#web/ui/base-path.ts'
import { createKeptStorage } from '#web/ui/kept-storage.ts'

import { createSession, EXPIRY_KEY, type SessionState, TOKEN_KEY } from './session.ts'

/** Products below other paths of the same host share its storage, and must not share the session. */
const keyOf = (name: string) => (basePath() === '' ? name : `${basePath()}:${name}`)
const storage = createKeptStorage(() => localStorage, keyOf)

/** The session of this browser, shared by its tabs. */
export const session = createSession({ storage, clock: Date.now })

/** Whether a session outlives the page; false if the browser blocks storage. */
export const isSessionLasting = (): boolean => storage.isLasting()

/** Checks the stored session, then follows changes made in other tabs. Call it once, when the application starts. */
export function startSession(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // A `null` key: the whole storage was cleared.
    if (key === null || [TOKEN_KEY, EXPIRY_KEY].map(keyOf).includes(key)) session.follow(newValue)
  })
  session.check()
}

export function useSession(): SessionState {
  return useStore(session.store)
}
