import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** Shown while a page's script loads. */
export function PageSkeleton() {
  return (
    <div aria-busy aria-live="polite" className="flex flex-col gap-6">
      <VisuallyHidden>Loading page</VisuallyHidden>
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-96 w-full rounded-panel" />
    </div>
  )
}
