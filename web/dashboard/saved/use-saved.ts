import { useQuery } from '@tanstack/react-query'

import { dashboardList } from '#web/api/dashboards.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { useAttempt } from '#web/api/use-attempt.ts'

import { describeFailure } from './saved-actions.ts'

export type Saved = ReturnType<typeof useSaved>

/** The user's dashboards, none while they load and where the backend keeps none, and how an action on one of them goes. */
export function useSaved() {
  const query = useQuery(dashboardList)
  const list = query.data ?? []
  const attempt = useAttempt(dashboardList, (error) => describeFailure(error, list))
  return { list, loading: loadingOf(query), ...attempt }
}
