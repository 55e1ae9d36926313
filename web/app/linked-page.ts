import type { Path } from 'react-router'

import type { LinkedPage } from '#web/home/home-page.tsx'

/** Only our own pages: the router does not check the state of history entries. */
const LINKABLE = /^\/(dashboard|model|account|data|users|guide)(?=[/?#]|$)/

/** State that the sign-in page passes on to the home page. */
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
