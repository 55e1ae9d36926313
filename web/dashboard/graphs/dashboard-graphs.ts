import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import { askDataDays } from '#web/api/data-days.ts'
import { askQuery } from '#web/dashboard/graphs/query/query-body.ts'
import { createQueryRunner } from '#web/dashboard/graphs/query/query-runner.ts'
import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'
import { createGraphStore, type GraphState } from '#web/dashboard/graphs/store/graph-store.ts'

/** A random UUID. Browsers offer their own only over HTTPS. */
function createId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const versioned = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return versioned.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The dashboard of this page, kept while other pages are shown. */
export const graphStore = createGraphStore({ clock: Date.now, newId: createId })

export const queryRunner = createQueryRunner({
  store: graphStore,
  ask: askQuery,
  askDays: askDataDays,
})

export const useGraphState = <T>(select: (state: GraphState) => T): T => useStore(graphStore.state, select)

/** The instant whose knowledge the cards show; null for now. */
export const useAsOf = () => useGraphState(({ asOf }) => asOf)

export const useGraphCards = <T>(select: (cards: readonly GraphCard[]) => T): T =>
  useGraphState(({ graphCards }) => select(graphCards))

export const cardIds = () => graphStore.state.getState().graphCards.map(({ id }) => id)

/** Runs the queries of the cards that were run before. */
export function runAgain(): void {
  const { graphCards } = graphStore.state.getState()
  queryRunner.runAll(graphCards.filter(({ hasRun }) => hasRun).map(({ id }) => id))
}

/** By card, whether its filters are open; a card that is missing has them as it began. */
const openFilters = createStore<Readonly<Record<string, boolean>>>(() => ({}))

export function useFiltersOpen(cardId: string): boolean | undefined {
  return useStore(openFilters, (open) => open[cardId])
}

/** Whether any card may have its filters open. */
export function areAnyFiltersOpen(): boolean {
  const open = openFilters.getState()
  return cardIds().some((id) => open[id] !== false)
}

/** Opens or folds the filters of some cards, or of all. */
export function setFiltersOpen(isOpen: boolean, ids: readonly string[] = cardIds()): void {
  openFilters.setState(Object.fromEntries(ids.map((id) => [id, isOpen])))
}
