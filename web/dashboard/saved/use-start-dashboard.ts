import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { dashboardList } from '#web/api/dashboards.ts'
import { loadSaved } from '#web/dashboard/address/load-from-url.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { isChosen, setChosen } from '#web/ui/kept-choices.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

/**
 * Opens the user's start dashboard when the page is entered without any cards of its own.
 * @returns whether one is expected, so that no other card is shown before it
 */
export function useStartDashboard(): boolean {
  const { data: list, isError } = useQuery(dashboardList)
  const { search } = useLocation()
  const writeSearch = useWriteSearch()
  const isDecided = useRef(false)
  const [isExpected, setExpected] = useState(() => isChosen('hasStartDashboard'))
  const start = list?.find((entry) => entry.isStart)
  const hasNone = isError || (list !== undefined && start === undefined)
  const isEmpty = withoutZone(search) === '' && graphStore.isUntouched()
  if (isExpected && (hasNone || !isEmpty)) setExpected(false)
  const open = useEffectEvent((id: string) => {
    if (!isEmpty) return
    // In place of the empty address: Back leaves the page.
    writeSearch(`?saved=${id}`, 'replace')
    void loadSaved(id, null)
  })
  useEffect(() => {
    if (list === undefined || isDecided.current) return
    isDecided.current = true
    setChosen('hasStartDashboard', start !== undefined)
    if (start !== undefined) open(start.id)
  }, [list, start])
  return isExpected
}
