import type { Path } from 'react-router'

import type { LinkedPage } from '#web/home/home-page.tsx'

/** Only our own pages: the state of a history entry is not checked by the router. */
const LINKABLE = /^\/(dashboard|model)(?=[/?#]|$)/

/** The state of a location that the sign-in page hands on to the home page; null if there is nothing to be opened again. */
export function rememberPage({ pathname, search, hash }: Path, hasSessionEnded: boolean) {
  const address = pathname + search + hash
  return LINKABLE.test(address) ? { linkedPage: { address, hasSessionEnded } } : null
}

export function readLinkedPage(state: unknown): LinkedPage | null {
  const { linkedPage } = Object(state)
  const { address, hasSessionEnded } = Object(linkedPage)
  return typeof address === 'string' && LINKABLE.test(address)
    ? { address, hasSessionEnded: hasSessionEnded === true }
    : null
}
