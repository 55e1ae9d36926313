import { useStore } from 'zustand/react'

import { session } from './browser-session.ts'
import type { SessionState } from './session.ts'

export function useSession(): SessionState {
  return useStore(session.store)
}
