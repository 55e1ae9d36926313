import { useCallback, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

import { chosenZone, withZone } from '#web/zone/display-zone.ts'

import { withBasePath } from './page-facts.ts'

/** State of history entries that the page itself has written. */
const WRITTEN = 'written'

/** Writes a page's query, with a chosen zone. Ignores late answers: once the user leaves, the address is the next page's. */
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

/** Changes with every navigation to the page (link, history), but not with `useWriteSearch`. */
export function useVisit(): string {
  const { key, state } = useLocation()
  const isWritten = useNavigationType() !== NavigationType.Pop && state === WRITTEN
  const [visit, setVisit] = useState(key)
  if (isWritten || key === visit) return visit
  setVisit(key)
  return key
}
