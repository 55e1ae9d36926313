import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { dashboardList } from '#web/api/dashboards.ts'
import { writeRunning } from '#web/dashboard/address/dashboard-url.ts'
import { loadSaved } from '#web/dashboard/address/load-from-url.ts'
import { graphStore, useGraphCards, useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { isChosen, setChosen } from '#web/ui/kept-choices.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import { withoutZone } from '#web/zone/display-zone.ts'

import { freeName, saveAgain, saveAs, useSaved } from './saved-actions.ts'

const DashboardsDialog = lazy(async () => ({
  default: (await import('./dashboards-dialog.tsx')).DashboardsDialog,
}))

const SHORTCUTS = {
  title: 'Saved dashboards, while a graph has the focus',
  within: '[data-graph]',
  keys: [{ key: 's', label: 'Save and open dashboards' }],
} as const

/** Hidden with another backend. */
export function DashboardsButton() {
  const { data, isFetched } = useQuery(dashboardList)
  return data === null ? null : <DialogButton isAwaited={!isFetched} />
}

function DialogButton({ isAwaited }: { isAwaited: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useShortcuts(SHORTCUTS, open)
  return (
    <>
      <Button
        size="large"
        // Reserved until the list is known.
        className={classNames('max-sm:mr-auto', isAwaited && 'invisible')}
        aria-haspopup="dialog"
        onPress={open}
      >
        <LayoutDashboard aria-hidden />
        Dashboards
      </Button>
      {isOpen && (
        <Suspense>
          <DashboardsDialog onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

export function OpenLine() {
  const dashboard = useGraphState((state) => state.dashboard)
  const query = useGraphCards((cards) => (dashboard === null ? '' : writeRunning(cards)))
  const saved = useSaved()
  if (dashboard === null) return null
  const isChanged = query !== dashboard.query
  const copy = () =>
    saveAs(
      saved.list.some(({ name }) => name === dashboard.name)
        ? freeName(dashboard.name, saved.list)
        : dashboard.name,
    )
  return (
    // Gets the focus when a button disappears.
    <div tabIndex={-1} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 outline-none">
      <output className="min-w-0 wrap-anywhere">
        <span className="font-medium">{dashboard.name}</span>
        <span className="text-ink-muted">
          {!dashboard.isOwn && `\u00a0· saved by ${dashboard.owner}`}
          {isChanged && '\u00a0· changed'}
        </span>
      </output>
      {dashboard.isOwn && isChanged && (
        <Button
          size="small"
          isDisabled={saved.isBusy}
          onPress={() => saved.attempt(() => saveAgain(dashboard))}
        >
          Save changes
        </Button>
      )}
      {!dashboard.isOwn && (
        <Button size="small" isDisabled={saved.isBusy} onPress={() => saved.attempt(copy)}>
          Save a copy
        </Button>
      )}
      {saved.failure !== '' && (
        <span role="alert" className="text-sm text-danger">
          {saved.failure}
        </span>
      )}
    </div>
  )
}

/** Opens the start dashboard if the address has no cards. `true` while one is expected, so that no other card shows first. */
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
    // Replaces the empty address, so that Back leaves the page.
    writeSearch(`?saved=${id}`, 'replace')
    void loadSaved(id)
  })
  useEffect(() => {
    if (list === undefined || isDecided.current) return
    isDecided.current = true
    setChosen('hasStartDashboard', start !== undefined)
    if (start !== undefined) open(start.id)
  }, [list, start])
  return isExpected
}
