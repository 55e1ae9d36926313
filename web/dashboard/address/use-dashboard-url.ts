import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { session } from '#web/api/browser-session.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { DEFAULT_VIEW, type GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

import { writeDashboard } from './dashboard-url.ts'
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

/** How a change of the cards enters the browser's history. */
type HistoryStep = 'push' | 'replace'

/**
 * Decides for each change of the cards whether Back should undo it. A change of cards or filters is its own step, and
 * further changes join it until a query runs. A change of the view is never a step.
 * @returns a function of the cards after a change, and of whether the address holds them already, as after Back
 */
function createHistorySteps(
  cards: readonly GraphCard[],
): (cards: readonly GraphCard[], isInAddress: boolean) => HistoryStep {
  let filters = writeFilters(cards)
  let loading = loadingIds(cards)
  let isDraft = false
  return (next, isInAddress) => {
    const nextFilters = writeFilters(next)
    const isChanged = nextFilters !== filters
    const hasBegun = next.some((card) => card.loading && !loading.has(card.id))
    const step = isChanged && !isDraft ? 'push' : 'replace'
    if (hasBegun || (isChanged && isInAddress)) isDraft = false
    else if (isChanged) isDraft = true
    filters = nextFilters
    loading = loadingIds(next)
    return step
  }
}

/** What the cards ask for, without their views. */
function writeFilters(cards: readonly GraphCard[]): string {
  return writeDashboard(cards.map(({ filters }) => ({ filters, view: DEFAULT_VIEW, hasRun: false })))
}

function loadingIds(cards: readonly GraphCard[]): ReadonlySet<string> {
  return new Set(cards.filter(({ loading }) => loading).map(({ id }) => id))
}
