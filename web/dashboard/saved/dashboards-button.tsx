import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { dashboardList } from '#web/api/dashboards.ts'
import { Button } from '#web/ui/button.tsx'

const DashboardsDialog = lazy(async () => ({
  default: (await import('./dashboards-dialog.tsx')).DashboardsDialog,
}))

/** Opens the list of saved dashboards. Absent if the backend keeps none. */
export function DashboardsButton() {
  const list = useQuery(dashboardList).data ?? null
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (list === null) return null
  return (
    <>
      <Button
        size="large"
        aria-haspopup="dialog"
        onPress={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <LayoutDashboard aria-hidden />
        Dashboards
      </Button>
      {wasOpened && (
        <Suspense>
          <DashboardsDialog isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
