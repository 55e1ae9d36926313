import { useEffect, useMemo, useRef } from 'react'

/** Long enough that a held arrow key is announced once, when it stops. */
const QUIET_MS = 250

/** Speaks through a polite live region, the element of `ref`. Only the last of several texts in quick succession is spoken. */
export function useAnnouncer<Region extends Element>() {
  const ref = useRef<Region>(null)
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timerRef.current), [])
  return useMemo(
    () => ({
      ref,
      announce: (text: string) => {
        clearTimeout(timerRef.current)
        timerRef.current = setTimeout(() => {
          if (ref.current !== null) ref.current.textContent = text
        }, QUIET_MS)
      },
    }),
    [],
  )
}
