import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import type { GraphCard, GraphFilters } from './graph-card.ts'
import { createGraphStore, type GraphState } from './graph-store.ts'
import { createQueryRunner } from './query-runner.ts'
import { askQuery } from './read-answer.ts'

/** Browsers have `randomUUID` only over HTTPS. */
function createId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, variant 1 (RFC 9562).
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
}

export const graphStore = createGraphStore({ clock: Date.now, newId: createId })

export const queryRunner = createQueryRunner({ store: graphStore, ask: askQuery })

export const useGraphState = <T>(select: (state: GraphState) => T): T => useStore(graphStore.state, select)

/** Instant whose knowledge is shown; `null`: now. */
export const useAsOf = () => useGraphState(({ as_of }) => as_of)

export const useGraphCards = <T>(select: (cards: readonly GraphCard[]) => T): T =>
  useGraphState(({ graphCards }) => select(graphCards))

export const cardIds = () => graphStore.state.getState().graphCards.map(({ id }) => id)

/** Skips cards that were never run. */
export function runAgain(ids: readonly string[] = cardIds()): void {
  queryRunner.runAll(ids.filter((id) => graphStore.find(id)?.hasRun))
}

export function changeQuery(id: string, filters: Partial<GraphFilters>): void {
  graphStore.updateFilters(id, filters)
  runAgain([id])
}

/** By card; missing for the card's initial state. */
const openFilters = createStore<Readonly<Record<string, boolean>>>(() => ({}))

export function useFiltersOpen(cardId: string): boolean | undefined {
  return useStore(openFilters, (open) => open[cardId])
}

export function areAnyFiltersOpen(): boolean {
  const open = openFilters.getState()
  return cardIds().some((id) => open[id] !== false)
}

export function setFiltersOpen(isOpen: boolean, ids: readonly string[] = cardIds()): void {
  openFilters.setState(Object.fromEntries(ids.map((id) => [id, isOpen])))
}
