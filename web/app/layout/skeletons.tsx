import { Skeleton } from '#web/ui/panel.tsx'

import { HeaderFrame } from './header-frame.tsx'

export function LayoutSkeleton() {
  return (
    <div className="min-h-dvh">
      <HeaderFrame />
      <main className="mx-auto w-full max-w-[110rem] px-4 py-6 sm:px-6 lg:px-8">
        <PageSkeleton />
      </main>
    </div>
  )
}

export function PageSkeleton() {
  return (
    <div aria-busy aria-live="polite" className="flex flex-col gap-6">
      <span className="sr-only">Loading page</span>
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-96 w-full rounded-panel" />
    </div>
  )
}
