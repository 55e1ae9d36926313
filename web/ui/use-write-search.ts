import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { chosenZone, withZone } from '#web/zone/display-zone.ts'

import { withBasePath } from './base-path.ts'

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
        void navigate({ search: withZone(search, chosenZone) }, { replace: step === 'replace' })
    },
    [pathname, navigate],
  )
}
