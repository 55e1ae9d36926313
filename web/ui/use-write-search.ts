import { useCallback, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

import { chosenZone, withZone } from '#web/zone/display-zone.ts'

import { withBasePath } from './base-path.ts'

/** Kept with an entry of the history that the page itself has written. */
const WRITTEN = 'written'

/**
 * Writes the query of a page's address, with the page's time zone if one is chosen, as a new entry of the browser's history or over the present one. It writes nothing
 * once the user leaves the page: while the script of the next page loads, the old page is still there and its answers and
 * timers still arrive, but the address already belongs to the next page.
 */
export function useWriteSearch(): (search: string, step: 'push' | 'replace') => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (search, step) => {
      if (window.location.pathname === withBasePath(pathname))
        void navigate(
          { search: withZone(search, chosenZone) },
          { replace: step === 'replace', state: WRITTEN },
        )
    },
    [pathname, navigate],
  )
}

/** Changes with every way to the page, such as a link or a step through the history, but not with what the page writes itself. */
export function useVisit(): string {
  const { key, state } = useLocation()
  const isWritten = useNavigationType() !== NavigationType.Pop && state === WRITTEN
  const [visit, setVisit] = useState(key)
  if (isWritten || key === visit) return visit
  setVisit(key)
  return key
}
