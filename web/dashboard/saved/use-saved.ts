import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { DashboardEntry } from '#contract/dashboards.ts'
import { dashboardList } from '#web/api/dashboards.ts'

import { describeFailure } from './saved-actions.ts'

/** The user's dashboards, and how an action on one of them goes. */
export interface Saved {
  /** Empty while they load, and where the backend keeps none. */
  list: readonly DashboardEntry[]
  isBusy: boolean
  /** What went wrong with the last action, as a sentence. */
  failure: string
  /** Does something and reads the list again. Resolves to whether it was done. */
  attempt: (action: () => Promise<void>) => Promise<boolean>
}

export function useSaved(): Saved {
  const list = useQuery(dashboardList).data ?? []
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  return {
    list,
    isBusy,
    failure,
    async attempt(action) {
      setBusy(true)
      setFailure('')
      let problem: string | null = null
      try {
        await action()
      } catch (error) {
        problem = describeFailure(error, list)
      }
      await queryClient.invalidateQueries(dashboardList)
      // Both at once, so that a user who sees the message can try again.
      setFailure(problem ?? '')
      setBusy(false)
      return problem === null
    },
  }
}
