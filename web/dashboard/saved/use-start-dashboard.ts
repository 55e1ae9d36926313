import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'

import { dashboardList } from '#web/api/dashboards.ts'
import { loadSaved } from '#web/dashboard/address/load-from-url.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

/** Opens the user's start dashboard when the page is entered without any cards of its own. */
export function useStartDashboard(): void {
  const list = useQuery(dashboardList).data
  const { search } = useLocation()
  const writeSearch = useWriteSearch()
  const isDecided = useRef(false)
  const open = useEffectEvent((id: string) => {
    if (withoutZone(search) !== '' || !graphStore.isUntouched()) return
    // In place of the empty address: Back leaves the page.
    writeSearch(`?saved=${id}`, 'replace')
    void loadSaved(id, null)
  })
  useEffect(() => {
    if (list === undefined || isDecided.current) return
    isDecided.current = true
    const start = list?.find(({ isStart }) => isStart)
    if (start !== undefined) open(start.id)
  }, [list])
}
