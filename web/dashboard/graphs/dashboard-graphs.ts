import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import type { GraphCard } from './graph-card.ts'
import { createGraphStore, type GraphState } from './graph-store.ts'
import { createQueryRunner } from './query-runner.ts'
import { askQuery } from './read-answer.ts'

/** A random UUID. Browsers offer their own only over HTTPS. */
function createId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // With the digits that say that it is random.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
}

/** The dashboard of this page, kept while other pages are shown. */
export const graphStore = createGraphStore({ clock: Date.now, newId: createId })

export const queryRunner = createQueryRunner({ store: graphStore, ask: askQuery })

export const useGraphState = <T>(select: (state: GraphState) => T): T => useStore(graphStore.state, select)

/** The instant whose knowledge the cards show; null for now. */
export const useAsOf = () => useGraphState(({ as_of }) => as_of)

export const useGraphCards = <T>(select: (cards: readonly GraphCard[]) => T): T =>
  useGraphState(({ graphCards }) => select(graphCards))

export const cardIds = () => graphStore.state.getState().graphCards.map(({ id }) => id)

/** Runs the queries of some cards, or of all, but only where they were run before. */
export function runAgain(ids: readonly string[] = cardIds()): void {
  queryRunner.runAll(ids.filter((id) => graphStore.find(id)?.hasRun))
}

/** By card, whether its filters are open; a card that is missing has them as it began. */
const openFilters = createStore<Readonly<Record<string, boolean>>>(() => ({}))

export function useFiltersOpen(cardId: string): boolean | undefined {
  return useStore(openFilters, (open) => open[cardId])
}

export function areAnyFiltersOpen(): boolean {
  const open = openFilters.getState()
  return cardIds().some((id) => open[id] !== false)
}

/** Opens or folds the filters of some cards, or of all. */
export function setFiltersOpen(isOpen: boolean, ids: readonly string[] = cardIds()): void {
  openFilters.setState(Object.fromEntries(ids.map((id) => [id, isOpen])))
}
