import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { dashboardList } from '#web/api/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'

const DashboardsDialog = lazy(async () => ({
  default: (await import('./dashboards-dialog.tsx')).DashboardsDialog,
}))

const SHORTCUTS = {
  title: 'Saved dashboards, while a graph has the focus',
  within: '[data-graph]',
  keys: [{ key: 's', label: 'Save and open dashboards' }],
} as const

/** Opens the list of saved dashboards. Absent if the backend keeps none. */
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
        // Until the list is known it keeps its place.
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
