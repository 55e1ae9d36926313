import { DEFAULT_VIEW, type GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'

import { writeDashboard } from './dashboard-url.ts'

/** How a change of the cards enters the browser's history. */
export type HistoryStep = 'push' | 'replace'

/**
 * Decides for each change of the cards whether Back should undo it. A change of cards or filters is its own step, and
 * further changes join it until a query runs. A change of the view is never a step.
 * @returns a function of the cards after a change, and of whether the address holds them already, as after Back
 */
export function createHistorySteps(
  cards: readonly GraphCard[],
): (cards: readonly GraphCard[], isInAddress: boolean) => HistoryStep {
  let asked = writeAsked(cards)
  let loading = loadingIds(cards)
  let isDraft = false
  return (next, isInAddress) => {
    const nextAsked = writeAsked(next)
    const isChanged = nextAsked !== asked
    const hasBegun = next.some((card) => card.loading && !loading.has(card.id))
    const step = isChanged && !isDraft ? 'push' : 'replace'
    if (hasBegun || (isChanged && isInAddress)) isDraft = false
    else if (isChanged) isDraft = true
    asked = nextAsked
    loading = loadingIds(next)
    return step
  }
}

/** What the cards ask for, without their views. */
function writeAsked(cards: readonly GraphCard[]): string {
  return writeDashboard(cards.map(({ filters }) => ({ filters, view: DEFAULT_VIEW, isAsked: false })))
}

function loadingIds(cards: readonly GraphCard[]): ReadonlySet<string> {
  return new Set(cards.filter(({ loading }) => loading).map(({ id }) => id))
}
