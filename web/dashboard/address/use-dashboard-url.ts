import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { session } from '#web/api/browser-session.ts'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'

import { type LinkedCard, readDashboard, writeDashboard } from './dashboard-url.ts'
import { createHistorySteps, type HistoryStep } from './history-steps.ts'

/** The query of the address that restores the cards; empty for the one card that every visit starts with. */
function currentAddress(): string {
  return graphStore.isUntouched() ? '' : writeDashboard(graphStore.state.getState().graphCards)
}

/**
 * Keeps the dashboard and the address of its page the same. Changes of the cards are written into the address. A link, a
 * reload, Back or Forward reads the cards from it and runs their queries again.
 */
export function useDashboardUrl(): void {
  const location = useLocation()
  const navigationType = useNavigationType()
  const writeSearch = useWriteSearch()
  const hasEntered = useRef(false)

  const write = useEffectEvent((step: HistoryStep) => {
    writeSearch(currentAddress(), step)
  })

  const takeUp = useEffectEvent((search: string, isPop: boolean) => {
    const isEntering = !hasEntered.current
    hasEntered.current = true
    const isOwnWriting = !isEntering && !isPop && search !== ''
    if (isOwnWriting || search === currentAddress()) return
    const linked = readDashboard(search)
    if (linked === 'broken') graphStore.refuseLink()
    else if (linked !== null) takeUpCards(linked)
    else if (isPop && !isEntering) graphStore.replace([])
    // A link without cards leaves the present cards, and so does a broken one.
    if (search !== currentAddress()) write('replace')
  })

  useEffect(() => {
    takeUp(location.search, navigationType === NavigationType.Pop)
  }, [location, navigationType])

  useEffect(() => {
    const steps = createHistorySteps(graphStore.state.getState().graphCards)
    return graphStore.state.subscribe(({ graphCards }) => {
      const isInAddress = currentAddress() === window.location.search
      const step = steps(graphCards, isInAddress)
      if (!isInAddress && session.store.getState().isAuthenticated) write(step)
    })
  }, [])
}

function takeUpCards(linked: readonly LinkedCard[]): void {
  graphStore.replace(linked)
  for (const { id, isAsked } of graphStore.state.getState().graphCards) {
    if (isAsked) void queryRunner.run(id)
  }
}
