import { Skeleton } from '#web/ui/skeleton.tsx'

/** As in the chart's legend: more curves than this stand in two columns where there is room. */
const ONE_COLUMN = 3

/** Rows of the height of the chart's legend, wide and narrow. */
export function LegendSkeleton({ curveCount }: { curveCount: number }) {
  const half = Math.ceil(curveCount / 2)
  const columns = curveCount > ONE_COLUMN ? [half, curveCount - half] : [curveCount]
  return (
    <div className="@container">
      <div className="mt-2 grid gap-x-8 @min-[52rem]:grid-cols-2">
        {columns.map((rowCount, column) => (
          <div key={column === 0 ? 'first' : 'second'}>
            <div className={column === 0 ? 'h-5' : 'hidden h-5 @min-[52rem]:block'} />
            {Array.from({ length: rowCount }, (_, row) => row).map((row) => (
              <div key={row} className="flex h-[47px] items-center @min-[28rem]:h-[27px]">
                <Skeleton className="h-3 w-full" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
