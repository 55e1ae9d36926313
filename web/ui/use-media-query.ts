import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** As wide as a phone: below the style sheets' `sm`. */
export const PHONE = '(width < 40rem)'

/** True if a media query matches, now and whenever it changes. */
export function useMediaQuery(query: string): boolean {
  // Asked once: a new list for every render takes longer than the render.
  const list = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}
