import { type ComponentType, lazy, memo, Suspense, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { GraphForm } from '#contract/dashboard-address.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { withUsualRange } from '#web/chart/data/usual-range.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { createChartData, sharedRange } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { curvesOfShownDays } from '#web/dashboard/graphs/columns/shown-days.ts'
import { graphStore, useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

import { chartView, type GraphChartProps, UNIT } from './chart-frame.ts'
import { useUsualRange } from './use-usual-range.ts'

const CardWorstDays = lazy(async () => ({
  default: (await import('./card-worst-days.tsx')).CardWorstDays,
}))
/** Every form but the curves is loaded when it is first requested. */
const CHARTS: Readonly<Record<GraphForm, ComponentType<GraphChartProps>>> = {
  curves: CurveChart,
  duration: lazy(async () => ({ default: (await import('./duration-chart.tsx')).DurationChart })),
  heat: lazy(async () => ({ default: (await import('./heat-chart.tsx')).HeatChart })),
  parts: lazy(async () => ({ default: (await import('./parts-chart.tsx')).PartsChart })),
  errors: lazy(async () => ({ default: (await import('./error-chart.tsx')).ErrorChart })),
}

/** The answer of a card in the form that the user has chosen, as a chart or as a table. */
export const GraphChart = memo(function GraphChart(props: GraphChartProps) {
  const { id, timesS, curves, view } = props
  const { form, isWorkdaysOnly } = view
  const Chart = CHARTS[form]
  const shownCurves = useMemo(
    () => curvesOfShownDays({ timesS, curves }, { form, isWorkdaysOnly }),
    [timesS, curves, form, isWorkdaysOnly],
  )
  return (
    <Suspense fallback={<Skeleton className="h-[400px]" />}>
      <Chart {...props} curves={shownCurves} />
      {form !== 'curves' && (
        <Switch
          className="mt-3 w-fit print:hidden"
          isSelected={isWorkdaysOnly}
          onChange={(isOn) => graphStore.updateView(id, { isWorkdaysOnly: isOn })}
        >
          <span>
            Working days only
            <span className="block text-ink-muted">
              Monday to Friday in Brussels. Public holidays count as working days.
            </span>
          </span>
        </Switch>
      )}
      {/* Last, because it would move what stands below it when it arrives. */}
      {form === 'errors' && (
        <Suspense fallback={null}>
          <CardWorstDays filters={props.filters} />
        </Suspense>
      )}
    </Suspense>
  )
})

/** The curves of a card, or their figures as a table. */
function CurveChart({ id, timesS, curves, marks, label, filters, view }: GraphChartProps) {
  const { earlier, hasFinal } = view
  const usual = useUsualRange(filters, view.hasUsual)
  const data = useMemo(() => {
    const own = createChartData({ timesS, curves, marks }, filters, { earlier, hasFinal })
    return withUsualRange(own, usual.rows, QUANTITY_COLOURS.usual)
  }, [timesS, curves, marks, filters, earlier, hasFinal, usual.rows])
  const valueRange = useGraphCards(useShallow((cards) => (view.hasSharedScale ? sharedRange(cards) : null)))
  if (view.isTable) {
    return <ChartTable data={data} label={label} unit={UNIT} />
  }
  return (
    <>
      <LineChart data={data} label={label} {...chartView(id, view)} valueRange={valueRange} />
      {usual.words !== null && <output className="block mt-2 text-sm text-ink-muted">{usual.words}</output>}
    </>
  )
}
