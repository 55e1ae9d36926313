import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

/** By card, whether its filters are open; a card that is missing has them as it began. */
const store = createStore<Readonly<Record<string, boolean>>>(() => ({}))

export function useFiltersOpen(cardId: string): boolean | undefined {
  return useStore(store, (open) => open[cardId])
}

/** Whether any of these cards may have its filters open. */
export function areAnyFiltersOpen(cardIds: readonly string[]): boolean {
  const open = store.getState()
  return cardIds.some((id) => open[id] !== false)
}

export function setFiltersOpen(cardIds: readonly string[], isOpen: boolean): void {
  store.setState(Object.fromEntries(cardIds.map((id) => [id, isOpen])))
}
