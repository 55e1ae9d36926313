import { startTransition, useCallback, useEffect, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'

import { useWriteSearch } from '#web/ui/use-write-search.ts'

import { readView, type View, writeView } from './view.ts'

/** The view, and a function that changes part of it. */
export type ViewAddress = [View, (change: Partial<View>) => void]

/**
 * The view in the address, and a function that changes part of it. A change shows at once, before the router has rendered the new
 * address, and adds to earlier changes that may not be rendered yet.
 */
export function useView(): ViewAddress {
  const [params] = useSearchParams()
  const writeSearch = useWriteSearch()
  const [view, show] = useOptimistic<View, Partial<View>>(readView(params), (shown, change) => ({
    ...shown,
    ...change,
  }))
  const changeView = useCallback(
    (change: Partial<View>) =>
      startTransition(() => {
        show(change)
        const address = new URLSearchParams(window.location.search)
        writeSearch(writeView(address, { ...readView(address), ...change }).toString(), 'replace')
      }),
    [show, writeSearch],
  )
  return [view, changeView]
}

/** Long enough that dragging the slider does not write every hour into the address. */
const SETTLE_MS = 250

/** Writes the hour that a person chose into the address, once it has settled. */
export function useHourInAddress(chosenHour: number, [view, changeView]: ViewAddress): void {
  const isWritten = view.hour === chosenHour
  useEffect(() => {
    if (isWritten) return undefined
    const timer = setTimeout(() => changeView({ hour: chosenHour }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [chosenHour, isWritten, changeView])
}
