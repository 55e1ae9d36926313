import { useLocation } from 'react-router'

import { readSavedId } from './dashboard-url.ts'
import { useOpenDashboard } from './open-dashboard.ts'

/** Whether the saved dashboard of the address is still loading. */
export function useIsOpening(): boolean {
  const { search } = useLocation()
  const { dashboard, problem } = useOpenDashboard()
  const id = readSavedId(search)
  return id !== null && problem === null && dashboard?.id !== id
}
