import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Writes the query of a page's address, in a new entry of the browser's history or in place of the present one. Once the
 * page is being left it writes nothing: while the script of the next page loads, the old one still stands and its answers
 * and timers still come in, but the address is the next one's.
 */
export function useWriteSearch(): (search: string, step: 'push' | 'replace') => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (search, step) => {
      if (window.location.pathname === pathname) void navigate({ search }, { replace: step === 'replace' })
    },
    [pathname, navigate],
  )
}
