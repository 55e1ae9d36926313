import { ApiError, SessionEndedError } from '#web/api/api-error.ts'
import { openDashboard } from '#web/api/dashboards.ts'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'

import { type LinkedCard, readDashboard } from './dashboard-url.ts'
import { announceDashboard, refuseDashboard } from './open-dashboard.ts'

/** The last one asked for: a late answer to an earlier request changes nothing. */
let lastAsked = 0

/** Shows some cards and runs the queries of those that were run. */
export function loadCards(linked: readonly LinkedCard[]): void {
  lastAsked += 1
  graphStore.replace(linked)
  const { graphCards } = graphStore.state.getState()
  for (const { id, isAsked } of graphCards) if (isAsked) void queryRunner.run(id)
}

/**
 * Opens a saved dashboard, with other cards than the saved ones if the address has them. If it cannot be opened, the store says
 * why; the cards of the address are shown anyway.
 */
export async function loadSaved(id: string, linked: readonly LinkedCard[] | null): Promise<void> {
  lastAsked += 1
  const asked = lastAsked
  try {
    const dashboard = await openDashboard(id)
    if (asked !== lastAsked) return
    const cards = linked ?? readDashboard(dashboard.query, Date.now())
    if (cards === null || cards === 'broken') return refuseDashboard('The saved dashboard cannot be read.')
    announceDashboard(dashboard)
    loadCards(cards)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (asked !== lastAsked || error instanceof SessionEndedError) return
    if (linked !== null) loadCards(linked)
    refuseDashboard(
      error.status === 404
        ? 'This dashboard does not exist: it may have been deleted.'
        : `The saved dashboard could not be opened: ${error.message}`,
    )
  }
}
