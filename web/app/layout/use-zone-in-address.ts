import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { chosenZone, readZone } from '#web/zone/display-zone.ts'

/** The pages whose times a user could want to share. */
const WITH_TIMES = new Set(['/dashboard', '/model'])

/** Keeps the chosen time zone in the address of the pages that show times. */
export function useZoneInAddress(): void {
  const { pathname, search } = useLocation()
  const writeSearch = useWriteSearch()
  useEffect(() => {
    if (chosenZone === null || !WITH_TIMES.has(pathname) || readZone(search) === chosenZone) return
    writeSearch(search, 'replace')
  }, [pathname, search, writeSearch])
}
