import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { session } from '#web/api/browser-session.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

import { createHistorySteps, type HistoryStep } from './history-steps.ts'
import { currentAddress, isOpening, loadFromUrl, wasEntered } from './load-from-url.ts'
import { openDashboardStore } from './open-dashboard.ts'

/**
 * Keeps the dashboard and the address of its page the same. Changes of the cards are written into the address. A link, a
 * reload, Back or Forward reads the cards from it and runs their queries again.
 */
export function useDashboardUrl(): void {
  const location = useLocation()
  const navigationType = useNavigationType()
  const writeSearch = useWriteSearch()
  const hasEntered = useRef(false)

  const write = useEffectEvent((search: string, step: HistoryStep) => {
    if (session.store.getState().isAuthenticated) writeSearch(search, step)
  })

  const loadFrom = useEffectEvent((search: string, isPop: boolean) => {
    const isEntering = !hasEntered.current
    hasEntered.current = true
    const isLoaded = isEntering && wasEntered(search)
    const isOwnWriting = !isEntering && !isPop && search !== ''
    if (isOwnWriting || search === currentAddress()) return
    if (!isLoaded) loadFromUrl(search, { isBack: isPop && !isEntering })
    // A saved dashboard writes the address once it is open.
    if (!isOpening(search, openDashboardStore.getState()) && search !== currentAddress())
      write(currentAddress(), 'replace')
  })

  useEffect(() => {
    loadFrom(withoutZone(location.search), navigationType === NavigationType.Pop)
  }, [location, navigationType])

  useEffect(() => {
    const steps = createHistorySteps(graphStore.state.getState().graphCards)
    const stopCards = graphStore.state.subscribe(({ graphCards }) => {
      const search = currentAddress()
      const isInAddress = search === withoutZone(window.location.search)
      const step = steps(graphCards, isInAddress)
      if (!isInAddress) write(search, step)
    })
    const stopSaved = openDashboardStore.subscribe(({ changes }, before) => {
      if (changes !== before.changes) write(currentAddress(), 'replace')
    })
    return () => {
      stopCards()
      stopSaved()
    }
  }, [])
}
