import { useLocation } from 'react-router'

import { unreadParts } from '#contract/dashboard-address.ts'
import { ApiError, SessionEndedError } from '#web/api/api-error.ts'
import { openDashboard } from '#web/api/dashboards.ts'
import { isAway } from '#web/api/recovery.ts'
import { session } from '#web/api/session.ts'
import {
  graphStore,
  runAgain,
  setFiltersOpen,
  useGraphState,
} from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphState } from '#web/dashboard/graphs/graph-store.ts'
import { readAsOf } from '#web/market/links.tsx'
import { withoutZone } from '#web/zone/display-zone.ts'

import {
  type LinkedCard,
  readDashboard,
  readSavedId,
  unreadBesideCards,
  withAsOf,
  writeDashboard,
  writeSaved,
} from './dashboard-url.ts'
import { STARTERS } from './starters.ts'

let entered: string | null = null

/** Marks late answers to earlier openings, which are ignored. */
let lastOpening = 0
let awaitedId: string | null = null

/** The saved dashboard of the address is requested and not answered yet. */
export const isAwaitedIn = (search: string): boolean =>
  awaitedId !== null && readSavedId(search) === awaitedId

export function enterDashboard(search: string): void {
  entered = withoutZone(search)
  loadFromUrl(entered)
}

/** `true` once, for the first page after `enterDashboard`. */
export function wasEntered(search: string): boolean {
  const isEntered = entered === search
  entered = null
  return isEntered
}

/** `isBack`: an address without cards restores the default card. */
export function loadFromUrl(search: string, { isBack = false } = {}): void {
  const savedId = readSavedId(search)
  if (savedId !== null) return void loadSaved(savedId, search)
  const linked = readDashboard(search, Date.now())
  const unread = describeUnread(search)
  if (linked === 'broken' || (linked === null && unread !== null)) {
    const sentence = `This link could not be read, so the dashboard shows its default graph. ${unread ?? ''}`
    loadCards([], { problem: { sentence, unread: search } })
  } else if (linked !== null)
    loadCards(linked, {
      areMade: STARTERS.some(({ query }) => query === search),
      as_of: readAsOf(search),
      problem: leftOut(unread),
    })
  else if (isBack) loadCards([])
  // A link without cards keeps the current ones.
}

/** Names the parts of a link that were not understood; `null` where there are none. */
function describeUnread(search: string): string | null {
  const parts = [...unreadParts(search), ...unreadBesideCards(search)]
  return parts.length === 0 ? null : `Not understood: ${parts.map((part) => part.slice(0, 80)).join(' ')}`
}

const leftOut = (unread: string | null) =>
  unread === null ? null : { sentence: `A part of this link is left out. ${unread}` }

/** Opens the link again only if the user has changed nothing since. */
export function retryOpening(): void {
  if (graphStore.isUntouched()) graphStore.state.getState().problem?.openLater?.()
}

session.store.subscribe(({ isAuthenticated }) => {
  // The next user starts with a new dashboard.
  if (!isAuthenticated) loadCards([])
})

/** `areMade`: ready-made or saved cards, shown with closed filters. */
export function loadCards(
  linked: readonly LinkedCard[],
  { areMade = false, ...shown }: { areMade?: boolean } & Parameters<typeof graphStore.replace>[1] = {},
): void {
  lastOpening += 1
  awaitedId = null
  graphStore.replace(linked, shown)
  if (areMade) setFiltersOpen(false)
  runAgain()
}

/** Cards in `search` have priority over the saved ones. After a failure they are shown with the problem. */
export async function loadSaved(id: string, search = ''): Promise<void> {
  const own = readDashboard(search, Date.now())
  const linked = own === 'broken' ? null : own
  const as_of = readAsOf(search)
  lastOpening += 1
  const opening = lastOpening
  awaitedId = id
  try {
    const dashboard = await openDashboard(id)
    if (opening !== lastOpening) return
    awaitedId = null
    const cards = linked ?? readDashboard(dashboard.query, Date.now())
    if (cards === null || cards === 'broken')
      return graphStore.refuseDashboard({ sentence: 'The saved dashboard cannot be read.' })
    loadCards(cards, { areMade: true, as_of, dashboard, problem: leftOut(describeUnread(search)) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (opening !== lastOpening || error instanceof SessionEndedError) return
    awaitedId = null
    const problem = {
      sentence:
        error.status === 404
          ? 'This dashboard does not exist: it may have been deleted.'
          : `The saved dashboard could not be opened: ${error.message}`,
      openLater: linked === null && isAway(error) ? () => void loadSaved(id, search) : undefined,
    }
    if (linked === null) graphStore.refuseDashboard(problem)
    else loadCards(linked, { as_of, problem })
  }
}

/** Empty for the untouched default card; an unreadable link stays in the address. */
export function currentAddress(): string {
  const { dashboard, graphCards, as_of, problem } = graphStore.state.getState()
  if (dashboard !== null) return withAsOf(writeSaved(dashboard, graphCards), as_of)
  if (graphStore.isUntouched()) return problem?.unread ?? ''
  return withAsOf(writeDashboard(graphCards), as_of)
}

export function isOpening(search: string, { dashboard, problem }: GraphState): boolean {
  const id = readSavedId(search)
  return id !== null && problem === null && dashboard?.id !== id
}

export function useIsOpening(): boolean {
  const { search } = useLocation()
  return useGraphState((state) => isOpening(search, state))
}

export function useAwaited(): string | null {
  return useGraphState(({ problem }) =>
    problem?.openLater && graphStore.isUntouched() ? problem.sentence : null,
  )
}
