import { ProductMark } from '#web/ui/product-mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown while the layout's script loads: the frame of the page without its controls. */
export function LayoutSkeleton() {
  return (
    <div className="min-h-dvh">
      <div className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-[110rem] items-center px-4 sm:px-6 lg:px-8">
          <ProductMark className="size-7" />
        </div>
      </div>
      <main className="mx-auto w-full max-w-[110rem] px-4 py-6 sm:px-6 lg:px-8">
        <PageSkeleton />
      </main>
    </div>
  )
}

/** Shown while a page's script loads. */
export function PageSkeleton() {
  return (
    <div aria-busy aria-live="polite" className="flex flex-col gap-6">
      <span className="sr-only">Loading page</span>
      <Skeleton className="h-9 w-56 max-w-full" />
      <Skeleton className="h-96 w-full rounded-panel" />
    </div>
  )
}
