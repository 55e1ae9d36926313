import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { DEFAULT_VIEW } from '#contract/dashboard-address.ts'
import { session } from '#web/api/session.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphState } from '#web/dashboard/graphs/graph-store.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

import { withAsOf, writeDashboard } from './dashboard-url.ts'
import { currentAddress, isAwaitedIn, isOpening, loadFromUrl, wasEntered } from './load-from-url.ts'

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
    if (!isOpening(search, graphStore.state.getState()) && search !== currentAddress())
      write(currentAddress(), 'replace')
  })

  useEffect(() => {
    loadFrom(withoutZone(location.search), navigationType === NavigationType.Pop)
  }, [location, navigationType])

  useEffect(() => {
    const steps = createHistorySteps(graphStore.state.getState())
    return graphStore.state.subscribe((state) => {
      const search = currentAddress()
      const shown = withoutZone(window.location.search)
      const step = steps(state, search === shown)
      if (search !== shown && !(isAwaitedIn(shown) && graphStore.isUntouched())) write(search, step)
    })
  }, [])
}

type Shown = Pick<GraphState, 'graphCards' | 'as_of'>

type HistoryStep = 'push' | 'replace'

/** Decides what Back undoes: changes of cards, filters and `as_of` are one step until a query runs; changes of the view are none. */
function createHistorySteps(state: Shown): (state: Shown, isInAddress: boolean) => HistoryStep {
  let filters = writeFilters(state)
  let loading = loadingIds(state)
  let isDraft = false
  return (next, isInAddress) => {
    const nextFilters = writeFilters(next)
    const isChanged = nextFilters !== filters
    const hasBegun = next.graphCards.some((card) => card.loading && !loading.has(card.id))
    const step = isChanged && !isDraft ? 'push' : 'replace'
    if (hasBegun || (isChanged && isInAddress)) isDraft = false
    else if (isChanged) isDraft = true
    filters = nextFilters
    loading = loadingIds(next)
    return step
  }
}

function writeFilters({ graphCards, as_of }: Shown): string {
  const cards = graphCards.map(({ filters }) => ({ filters, view: DEFAULT_VIEW, hasRun: false }))
  return withAsOf(writeDashboard(cards), as_of)
}

function loadingIds({ graphCards }: Shown): ReadonlySet<string> {
  return new Set(graphCards.filter(({ loading }) => loading).map(({ id }) => id))
}
