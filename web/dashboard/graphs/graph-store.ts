import { createStore } from 'zustand/vanilla'

import type { SavedDashboard } from '#contract/dashboards.ts'

import {
  createDefaultFilters,
  createGraphCard,
  type DrawnAnswer,
  type GraphCard,
  type GraphData,
  type GraphFilters,
  type GraphView,
  NOTHING_DRAWN,
  startOfDay,
} from './graph-card.ts'
import { upToDate } from './relative-range.ts'

export interface GraphState {
  graphCards: readonly GraphCard[]
  /** Instant whose knowledge is shown; `null`: now. */
  as_of: string | null
  dashboard: SavedDashboard | null
  /** Why the address's dashboard is not shown. */
  problem: LinkProblem | null
  removed: { card: GraphCard; index: number } | null
}

export interface LinkProblem {
  sentence: string
  /** An unreadable link, kept in the address until the first change. */
  unread?: string
  /** Set if only network or server were away. */
  openLater?: (() => void) | undefined
}

export type GraphStore = ReturnType<typeof createGraphStore>

/** Ignores changes to unknown ids. */
export function createGraphStore(options: { clock: () => number; newId: () => string }) {
  const createDefault = () => createGraphCard(options.newId(), createDefaultFilters(options.clock()))
  let firstCard = createDefault()
  const state = createStore<GraphState>(() => ({
    graphCards: [firstCard],
    as_of: null,
    dashboard: null,
    problem: null,
    removed: null,
  }))

  function change(
    id: string,
    make: (card: GraphCard, index: number, cards: readonly GraphCard[]) => Partial<GraphState>,
  ): void {
    state.setState((before) => {
      const index = before.graphCards.findIndex((card) => card.id === id)
      const card = before.graphCards[index]
      return card === undefined ? before : make(card, index, before.graphCards)
    })
  }

  function update(id: string, changed: (card: GraphCard) => Partial<GraphCard>): void {
    change(id, (card, index, cards) => ({ graphCards: cards.with(index, { ...card, ...changed(card) }) }))
  }

  return {
    state,
    find: (id: string) => state.getState().graphCards.find((card) => card.id === id),
    /** Only the unchanged default card. */
    isUntouched() {
      const { graphCards } = state.getState()
      return graphCards.length === 1 && graphCards[0] === firstCard
    },
    add: () => state.setState(({ graphCards }) => ({ graphCards: [...graphCards, createDefault()] })),
    remove: (id: string) =>
      change(id, (card, index, cards) => ({
        graphCards: cards.toSpliced(index, 1),
        // Removing cancels its query.
        removed: { card: { ...card, loading: false }, index },
      })),
    restore: () =>
      state.setState((before) => {
        const { graphCards, removed } = before
        if (removed === null) return before
        return { graphCards: graphCards.toSpliced(removed.index, 0, removed.card), removed: null }
      }),
    forgetRemoved: () => state.setState({ removed: null }),
    updateFilters: (id: string, filters: Partial<GraphFilters>) =>
      update(id, (card) => ({ filters: { ...card.filters, ...filters } })),
    updateView: (id: string, view: Partial<GraphView>) =>
      update(id, (card) => ({ view: { ...card.view, ...view } })),
    /** Updates relative ranges to today. The curves stay until the next answer. */
    moveRanges: (today: string) =>
      state.setState((before) => {
        const nowMs = Date.parse(startOfDay(today))
        const moved = before.graphCards.map((card) => {
          const filters = upToDate(card.filters, nowMs)
          return filters === card.filters ? card : { ...card, filters }
        })
        return moved.every((card, index) => card === before.graphCards[index])
          ? before
          : { graphCards: moved }
      }),
    setLoading: (id: string) =>
      update(id, ({ filters }) => ({
        filters: upToDate(filters, options.clock()),
        loading: true,
        error: null,
        retryAtMs: null,
        hasRun: true,
      })),
    setData: (id: string, { timesS, curves }: GraphData, filters: GraphFilters) =>
      update(id, (card) => ({
        timesS,
        data: curves,
        shownFilters: filters,
        loading: false,
        error: null,
        previous: null,
        view: isZoomKept(card, filters) ? card.view : { ...card.view, zoom: null },
      })),
    setError: (id: string, message: string, retryAfterS: number | null = null) =>
      update(id, (card) => ({
        ...NOTHING_DRAWN,
        error: message,
        retryAtMs: retryAfterS === null ? null : options.clock() + retryAfterS * 1000,
        loading: false,
        previous: card.data.length === 0 ? card.previous : drawnBy(card),
      })),
    showPrevious: (id: string) => update(id, bringBack),
    /** After a cancelled query. Restores curves from before a failure. */
    setIdle: (id: string) => update(id, (card) => ({ ...bringBack(card), loading: false })),
    duplicate: (id: string) =>
      change(id, (card, index, cards) => ({
        graphCards: cards.toSpliced(index + 1, 0, { ...card, id: options.newId(), loading: false }),
      })),
    move: (id: string, by: -1 | 1) =>
      change(id, (card, index, cards) => ({
        graphCards: cards.toSpliced(index, 1).toSpliced(Math.max(index + by, 0), 0, card),
      })),
    replace(
      linked: readonly Pick<GraphCard, 'filters' | 'view' | 'hasRun'>[],
      { as_of = null, dashboard = null, problem = null }: Partial<GraphState> = {},
    ) {
      const graphCards = linked.map(({ filters, view, hasRun }) => ({
        ...createGraphCard(options.newId(), filters, view),
        hasRun,
      }))
      if (graphCards.length === 0) {
        firstCard = createDefault()
        graphCards.push(firstCard)
      }
      state.setState({ as_of, dashboard, problem, removed: null, graphCards })
    },
    keepDashboard: (dashboard: GraphState['dashboard']) => state.setState({ dashboard, problem: null }),
    refuseDashboard: (problem: LinkProblem) => state.setState({ dashboard: null, problem }),
    backToNow: () => state.setState({ as_of: null }),
    dismissProblem: () => state.setState({ problem: null }),
  }
}

function drawnBy({ timesS, data, shownFilters }: GraphCard): DrawnAnswer {
  return { timesS, data, shownFilters }
}

function bringBack({ previous }: GraphCard): Partial<GraphCard> {
  return previous === null ? {} : { ...previous, previous: null, error: null, retryAtMs: null }
}

/** A zoom is kept with its range, and when a link brings both. */
function isZoomKept({ shownFilters }: GraphCard, next: GraphFilters): boolean {
  return (
    shownFilters === null || (shownFilters.dateFrom === next.dateFrom && shownFilters.dateTo === next.dateTo)
  )
}
