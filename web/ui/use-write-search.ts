import { useCallback, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

import { chosenZone, withZone } from '#web/zone/display-zone.ts'

import { withBasePath } from './base-path.ts'

/** Kept with an entry of the history that the page itself has written. */
const WRITTEN = 'written'

/** Writes a page's query, with a chosen zone. Writes nothing once the user leaves: late answers still come, but the address is the next page's. */
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
