import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, memo, Suspense, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { areaLabel } from '#contract/areas.ts'
import { COUNTRIES } from '#contract/countries.ts'
import type { GraphForm } from '#contract/dashboard-address.ts'
import { QUANTITY_OF } from '#contract/query.ts'
import { MAX_ERROR_DAYS, MAX_USUAL_DAYS } from '#contract/row-tables.ts'
import { usualDaysWords } from '#contract/words/usual.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { status } from '#web/api/status.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { sharedRange } from '#web/dashboard/graphs/chart-columns.ts'
import { changeQuery, graphStore, useAsOf, useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { areasOf, type GraphData, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { describeLook, describeUnknown, withReplays } from '#web/dashboard/graphs/graph-text.ts'
import { daysOf } from '#web/dashboard/graphs/query-body.ts'
import { USUAL_COLOUR } from '#web/market/looks.tsx'
import { useUsual, withUsualRange } from '#web/market/usual.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Skeleton } from '#web/ui/panel.tsx'

import {
  type CardForm,
  cardUnit,
  chartView,
  createShownData,
  focusGraphTitle,
  type GraphChartProps,
} from './chart-frame.tsx'

const WorstDays = lazy(async () => ({ default: (await import('#web/market/worst-days.tsx')).WorstDays }))
export const FORMS: Readonly<Record<GraphForm, () => Promise<CardForm>>> = {
  curves: async () => ({ Chart: CurveChart }),
  duration: async () => (await import('./duration-chart.tsx')).durationForm,
  heat: async () => (await import('./heat-chart.tsx')).heatForm,
  parts: async () => (await import('./parts-chart.tsx')).partsForm,
  errors: async () => (await import('./error-chart.tsx')).errorForm,
}
const later = (form: GraphForm) => lazy(async () => ({ default: (await FORMS[form]()).Chart }))
const CHARTS: Readonly<Record<GraphForm, ComponentType<GraphChartProps>>> = {
  curves: CurveChart,
  duration: later('duration'),
  heat: later('heat'),
  parts: later('parts'),
  errors: later('errors'),
}

export const GraphChart = memo(function GraphChart({
  timesS,
  curves,
  ...props
}: GraphData & Omit<GraphChartProps, 'data'>) {
  const { id, marks, filters, view } = props
  const { form, isWorkdaysOnly, hasEarlierForecasts, hasFinal } = view
  const Chart = CHARTS[form]
  const data = useMemo(
    () =>
      createShownData({ timesS, curves, marks }, filters, {
        form,
        isWorkdaysOnly,
        hasEarlierForecasts,
        hasFinal,
      }),
    [timesS, curves, marks, filters, form, isWorkdaysOnly, hasEarlierForecasts, hasFinal],
  )
  return (
    <Suspense fallback={<Skeleton className="mb-88 h-[400px]" />}>
      <Chart {...props} data={data} />
      <UnknownForecasts data={{ timesS, curves }} {...{ id, filters, view }} />
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
      {/* Last, because its arrival would move content below. */}
      {form === 'errors' && <CardWorstDays filters={filters} />}
    </Suspense>
  )
})

function UnknownForecasts(props: Pick<GraphChartProps, 'id' | 'filters' | 'view'> & { data: GraphData }) {
  const { id, data, filters, view } = props
  const about = useQuery(status).data ?? null
  const unknown = about && describeUnknown(filters, data, view, about.firstRunUtc)
  const replayed = withReplays(filters.lookedAt)
  if (unknown === null) return null
  const showReplayed = () => {
    // The button disappears during the query.
    focusGraphTitle(id)
    changeQuery(id, { lookedAt: replayed })
  }
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
      {unknown}
      {replayed !== null && (
        <Button size="small" className="print:hidden" onPress={showReplayed}>
          {`Show as known at ${describeLook(replayed)}`}
        </Button>
      )}
    </p>
  )
}

function CurveChart({ id, data: own, label, filters, view }: GraphChartProps) {
  const usual = useUsualRange(filters, view.hasUsual)
  const data = useMemo(() => withUsualRange(own, usual.rows, USUAL_COLOUR), [own, usual.rows])
  const valueRange = useGraphCards(useShallow((cards) => (view.hasSharedScale ? sharedRange(cards) : null)))
  if (view.isTable) {
    return <ChartTable data={data} label={label} unit={cardUnit()} />
  }
  return (
    <>
      <LineChart data={data} label={label} {...chartView(id, view)} valueRange={valueRange} />
      {view.hasUsual && <output className="block mt-2 text-sm text-ink-muted">{usual.words}</output>}
    </>
  )
}

function useUsualRange(filters: GraphFilters, isRequested: boolean) {
  const { area, energyType, timerange } = filters
  const as_of = useAsOf()
  const isPossible = timerange === 'H' && areasOf(filters).length === 1
  const days = isPossible ? daysOf(filters, MAX_USUAL_DAYS) : null
  const of = days && { area, quantity: QUANTITY_OF[energyType], ...days, as_of }
  const usual = useUsual(
    isRequested ? of : null,
    (rows) => `Usual: median and P10–P90 of the same hour on ${usualDaysWords(rows, null)}.`,
  )
  if (days !== null) return usual
  const words = `The usual range is of hourly values of one area over at most ${MAX_USUAL_DAYS} days.`
  return { ...usual, words }
}

function CardWorstDays({ filters }: { filters: GraphFilters }) {
  const { area, energyType } = filters
  const days = daysOf(filters, MAX_ERROR_DAYS)
  const as_of = useAsOf()
  const { data = null } = useQuery(
    dayErrorsQuery(days && { area, ...days, as_of: as_of ?? filters.lookedAt }),
  )
  if (data === null || data.length === 0) return null
  const country = COUNTRIES.find((known) => known.area === area)?.code
  return (
    <div className="mt-4">
      {/* Its own boundary, so that the chart stays while this script loads. */}
      <Suspense>
        <WorstDays
          rows={data}
          by={QUANTITY_OF[energyType]}
          subject={areaLabel(area)}
          country={country ?? null}
          as_of={as_of}
        />
      </Suspense>
    </div>
  )
}
