import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'

import type { SavedDashboard } from '#contract/dashboards.ts'

export interface OpenDashboard {
  /** The saved dashboard that the cards come from; `null` for none. */
  dashboard: SavedDashboard | null
  /** Why the saved dashboard of the address is not shown, as a sentence. */
  problem: string | null
  /** Opens it where only network or server were away; `null` otherwise. */
  openLater: (() => void) | null
  /** Counts the changes after which the address has to be written again. */
  changes: number
}

export const openDashboardStore = createStore<OpenDashboard>(() => ({
  dashboard: null,
  problem: null,
  openLater: null,
  changes: 0,
}))

/** Names the dashboard of the cards that come next. They write the address. */
export function announceDashboard(dashboard: SavedDashboard | null): void {
  openDashboardStore.setState({ dashboard, problem: null, openLater: null })
}

/** The present cards are this saved dashboard now, or none. */
export function keepDashboard(dashboard: SavedDashboard | null): void {
  openDashboardStore.setState(({ changes }) => ({
    dashboard,
    problem: null,
    openLater: null,
    changes: changes + 1,
  }))
}

export function refuseDashboard(problem: string, openLater: OpenDashboard['openLater'] = null): void {
  openDashboardStore.setState(({ changes }) => ({
    dashboard: null,
    problem,
    openLater,
    changes: changes + 1,
  }))
}

export function dismissProblem(): void {
  openDashboardStore.setState({ problem: null, openLater: null })
}

export function useOpenDashboard(): OpenDashboard {
  return useStore(openDashboardStore)
}
