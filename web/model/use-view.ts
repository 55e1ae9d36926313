import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'

import { readView, type View, writeView } from './view.ts'

/** The view in the address, and what changes some of it. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [params, setParams] = useSearchParams()
  const changeView = useCallback(
    (change: Partial<View>) =>
      setParams((current) => writeView(current, { ...readView(current), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )
  return [readView(params), changeView]
}

/** Long enough that dragging the slider does not write an address a step. */
const SETTLE_MS = 250

/** Writes the hour into the address once it rests: while it plays it would change twice a second. */
export function useHourInAddress(
  hour: number,
  isPlaying: boolean,
  [view, changeView]: ReturnType<typeof useView>,
): void {
  const isWritten = view.hour === hour
  useEffect(() => {
    if (isPlaying || isWritten) return undefined
    const timer = setTimeout(() => changeView({ hour }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [hour, isPlaying, isWritten, changeView])
}
