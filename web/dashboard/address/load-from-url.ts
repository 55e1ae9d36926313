import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

import { readDashboard, readSavedId, writeDashboard, writeSaved } from './dashboard-url.ts'
import { announceDashboard, type OpenDashboard, openDashboardStore } from './open-dashboard.ts'
import { loadCards, loadSaved } from './open-saved.ts'

/** The address that was taken up before the page was there. */
let entered: string | null = null

/** Sends the queries of an address whose page is still loading. */
export function enterDashboard(search: string): void {
  entered = withoutZone(search)
  loadFromUrl(entered)
}

/** Whether `enterDashboard` has taken up this address. Only the page that comes next has it. */
export function wasEntered(search: string): boolean {
  const isEntered = entered === search
  entered = null
  return isEntered
}

/** Shows the cards of an address and runs their queries again. `isBack`: an address without cards brings back the first one. */
export function loadFromUrl(search: string, { isBack = false } = {}): void {
  const linked = readDashboard(search, Date.now())
  const savedId = readSavedId(search)
  if (savedId !== null) {
    void loadSaved(savedId, linked === 'broken' ? null : linked)
    return
  }
  if (linked !== null || isBack) announceDashboard(null)
  if (linked === 'broken') graphStore.refuseLink()
  else if (linked !== null) loadCards(linked)
  else if (isBack) loadCards([])
  // A link without cards leaves the present cards, and so does a broken one.
}

/** The query of the address that restores the cards; empty for the one card that every visit starts with. */
export function currentAddress(): string {
  const { dashboard } = openDashboardStore.getState()
  const { graphCards } = graphStore.state.getState()
  if (dashboard !== null) return writeSaved(dashboard, graphCards)
  return graphStore.isUntouched() ? '' : writeDashboard(graphCards)
}

/** Whether the saved dashboard of an address is still loading. */
export function isOpening(search: string, { dashboard, problem }: OpenDashboard): boolean {
  const id = readSavedId(search)
  return id !== null && problem === null && dashboard?.id !== id
}
