import { useEffect, useMemo, useRef } from 'react'

/** A held arrow key is announced once, when it stops. */
const QUIET_MS = 250

/** `ref`: a polite live region. Only the last of several quick texts is spoken. */
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
