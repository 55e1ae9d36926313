import { useSyncExternalStore } from 'react'

/** Below the style sheets' `sm`. */
export const PHONE = '(width < 40rem)'

export function useMediaQuery(query: string): boolean {
  const list = matchMedia(query)
  const subscribe = (onChange: () => void) => {
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(subscribe, () => list.matches)
}
