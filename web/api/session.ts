import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import { createKeptStorage, type KeptStorage } from '#web/ui/kept-storage.ts'
import { basePath } from '#web/ui/page-facts.ts'

const TOKEN_KEY = 'authToken'
const EXPIRY_KEY = 'authTokenExpiry'

export interface SessionState {
  authLoaded: boolean
  isAuthenticated: boolean
  /** Why the session ended, for the sign-in page. */
  message: string | null
}

/** Characters that an `Authorization` header allows. */
const TOKEN_TEXT = /^[\x21-\x7e]{1,8192}$/

export function createSession(options: { storage: KeptStorage; clock: () => number }) {
  const { storage, clock } = options
  const store = createStore<SessionState>(() => ({
    authLoaded: false,
    isAuthenticated: false,
    message: null,
  }))

  /** The stored token while it is valid, read each time because another tab may have changed it. */
  function token(): string | null {
    const stored = storage.read(TOKEN_KEY)
    const expiresAtMs = Number(storage.read(EXPIRY_KEY) ?? Number.NaN)
    return stored !== null && TOKEN_TEXT.test(stored) && expiresAtMs > clock() ? stored : null
  }

  function clear(): void {
    storage.remove(TOKEN_KEY)
    storage.remove(EXPIRY_KEY)
  }

  return {
    store,
    token,
    /** Clears a stored session that has expired or is unreadable. */
    check() {
      const isAuthenticated = token() !== null
      if (!isAuthenticated) clear()
      store.setState({ authLoaded: true, isAuthenticated })
    },
    /** Loads a change by another tab (`null`: removed). Clears nothing, because that tab may still be writing. */
    follow(stored: string | null) {
      // A sleeping tab gets sign-out and next sign-in together, and must forget the first user.
      const isAuthenticated = stored !== null && token() !== null
      store.setState({ isAuthenticated, ...(isAuthenticated && { message: null }) })
    },
    start(newToken: string, expiresInS: number): boolean {
      if (!TOKEN_TEXT.test(newToken) || !(expiresInS > 0)) return false
      storage.write(TOKEN_KEY, newToken)
      storage.write(EXPIRY_KEY, String(clock() + expiresInS * 1000))
      store.setState({ authLoaded: true, isAuthenticated: true, message: null })
      return true
    },
    /** If several calls fail together, the first message stays. */
    end(message: string | null) {
      clear()
      if (store.getState().isAuthenticated) store.setState({ isAuthenticated: false, message })
    },
    refuse: (message: string) => store.setState({ message }),
  }
}

/** Products at other paths of the host share the storage, but must not share the session. */
const keyOf = (name: string) => (basePath() === '' ? name : `${basePath()}:${name}`)
const storage = createKeptStorage(() => localStorage, keyOf)

export const session = createSession({ storage, clock: () => Date.now() })

/** `false` if the browser blocks storage: the session ends with the page. */
export const isSessionLasting = (): boolean => storage.isLasting()

/** Checks the stored session, then follows other tabs. Call once. */
export function startSession(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // `null`: the whole storage was cleared.
    if (key === null || [TOKEN_KEY, EXPIRY_KEY].map(keyOf).includes(key)) session.follow(newValue)
  })
  session.check()
}

export function useSession(): SessionState {
  return useStore(session.store)
}
