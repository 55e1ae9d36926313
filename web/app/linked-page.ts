import type { Location } from 'react-router'

/** Only our own pages: the state of a history entry is not checked by the router. */
const LINKABLE = /^\/(dashboard|model)(?=[/?#]|$)/

/** What the sign-in page hands on to the home page: the address that was opened without a session. */
export interface LinkedPageState {
  linkedPage: string
}

/** The state that remembers a page to be opened after the sign-in; null if it is the home page anyway. */
export function rememberPage({
  pathname,
  search,
  hash,
}: Omit<Location, 'key' | 'state'>): LinkedPageState | null {
  const linkedPage = pathname + search + hash
  return LINKABLE.test(linkedPage) ? { linkedPage } : null
}

/** The remembered page in a location's state; null if there is none. */
export function readLinkedPage(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('linkedPage' in state)) return null
  const { linkedPage } = state
  return typeof linkedPage === 'string' && LINKABLE.test(linkedPage) ? linkedPage : null
}
