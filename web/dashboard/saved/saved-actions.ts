import { useQuery } from '@tanstack/react-query'

import type { DashboardEntry, SavedDashboard } from '#contract/dashboards.ts'
import { MAX_NAME_LENGTH } from '#contract/owned-rows.ts'
import type { ApiError } from '#web/api/api-error.ts'
import {
  addDashboard,
  changeDashboard,
  dashboardList,
  openDashboard,
  removeDashboard,
} from '#web/api/dashboards.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { useAttempt } from '#web/api/use-attempt.ts'
import { writeRunning } from '#web/dashboard/address/dashboard-url.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'

/** Actions reject with an `ApiError`; `describeFailure` words it. */

const presentQuery = () => writeRunning(graphStore.state.getState().graphCards)

export async function saveAs(name: string): Promise<void> {
  const query = presentQuery()
  const entry = await addDashboard({ name, query })
  graphStore.keepDashboard({ ...entry, query, isOwn: true, owner: '' })
}

export async function saveAgain(dashboard: SavedDashboard): Promise<void> {
  const query = presentQuery()
  await changeDashboard(dashboard.id, { query })
  graphStore.keepDashboard({ ...dashboard, query })
}

export async function rename(id: string, name: string): Promise<void> {
  const entry = await changeDashboard(id, { name })
  const { dashboard } = graphStore.state.getState()
  if (dashboard?.id === id) graphStore.keepDashboard({ ...dashboard, name: entry.name })
}

export async function duplicate(id: string, taken: readonly DashboardEntry[]): Promise<void> {
  const { name, query } = await openDashboard(id)
  await addDashboard({ name: freeName(name, taken), query })
}

export async function remove(id: string): Promise<void> {
  await removeDashboard(id)
  if (graphStore.state.getState().dashboard?.id === id) graphStore.keepDashboard(null)
}

/** `Wind (copy)` or `Wind (copy 2)`, shortened to the maximum length. */
export function freeName(name: string, taken: readonly Pick<DashboardEntry, 'name'>[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`
    const candidate = name.slice(0, MAX_NAME_LENGTH - suffix.length).trimEnd() + suffix
    if (taken.every((other) => other.name !== candidate)) return candidate
  }
}

function describeFailure({ status, message }: ApiError): string {
  return status === 404 ? 'This dashboard no longer exists.' : message
}

export type Saved = ReturnType<typeof useSaved>

/** `list` is empty while loading and with another backend. */
export function useSaved() {
  const query = useQuery(dashboardList)
  const attempt = useAttempt(dashboardList, describeFailure)
  return { list: query.data ?? [], loading: loadingOf(query), ...attempt }
}
