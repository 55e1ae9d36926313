import { useLocation } from 'react-router'

import { isOpening } from './load-from-url.ts'
import { useOpenDashboard } from './open-dashboard.ts'

/** Whether the saved dashboard of the address is still loading. */
export function useIsOpening(): boolean {
  const { search } = useLocation()
  return isOpening(search, useOpenDashboard())
}
