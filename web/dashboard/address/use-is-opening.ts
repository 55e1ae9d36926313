import { useLocation } from 'react-router'

import { useOpenDashboard } from './open-dashboard.ts'
import { isOpening } from './take-up-address.ts'

/** Whether the saved dashboard of the address is still loading. */
export function useIsOpening(): boolean {
  const { search } = useLocation()
  return isOpening(search, useOpenDashboard())
}
