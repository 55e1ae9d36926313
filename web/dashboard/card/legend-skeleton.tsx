import { Skeleton } from '#web/ui/skeleton.tsx'

/** Rows as high as those of the chart's legend, wide and narrow. */
export function LegendSkeleton({ curveCount }: { curveCount: number }) {
  return (
    <div className="@container">
      <div className="mt-2 max-w-[40rem] pt-5 pb-[22px]">
        {Array.from({ length: curveCount }, (_, row) => row).map((row) => (
          <div key={row} className="flex h-[47px] items-center @min-[30rem]:h-[27px]">
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
