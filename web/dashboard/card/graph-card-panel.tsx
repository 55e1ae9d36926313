import { memo, useCallback, useMemo, useRef, useState } from 'react'

import { FilterPanel } from '#web/dashboard/filters/filter-panel.tsx'
import {
  graphStore,
  queryRunner,
  setFiltersOpen,
  useFiltersOpen,
} from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphCard } from '#web/dashboard/graphs/graph-card.ts'
import { describeFilters, FORM_LABELS } from '#web/dashboard/graphs/graph-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useReading } from '#web/ui/use-clock.ts'
import { PHONE } from '#web/ui/use-media-query.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

import { CardHead } from './card-head.tsx'
import { ChartArea } from './chart-area.tsx'
import { graphTitleId } from './chart-frame.tsx'

/** The router's key of the address; `undefined` for an address from outside. */
const addressKey = (): unknown => history.state?.key
/** Set if the page was reloaded at an address that it had written itself. */
const reloadedKey = performance
  .getEntriesByType('navigation')
  .some((entry) => entry.toJSON().type === 'reload')
  ? addressKey()
  : undefined

export const GraphCardPanel = memo(function GraphCardPanel(props: {
  card: GraphCard
  position: number
  isLast: boolean
  onRemove: (id: string) => void
}) {
  const { card, position, isLast, onRemove } = props
  const { id, filters, shownFilters, view, timesS, data, hasRun } = card
  const { form, isWorkdaysOnly } = view
  // A link's card runs by itself. Filters that do not fit beside its chart start closed.
  const [areOpenAtFirst] = useState(() => {
    const isOwn = reloadedKey !== undefined && reloadedKey === addressKey()
    return !(hasRun && (view.isHalfWidth || (matchMedia(PHONE).matches && !isOwn)))
  })
  const areFiltersOpen = useFiltersOpen(id) ?? areOpenAtFirst
  const toggleFilters = useCallback(() => setFiltersOpen(!areFiltersOpen, [id]), [id, areFiltersOpen])
  const chartRef = useRef<HTMLDivElement>(null)
  // A link's card shows its filters before its answer, so that the answer does not shift the page.
  const described = shownFilters ?? (hasRun ? filters : null)
  const today = useReading(() => dayOf(Date.now()))
  const description = useMemo(
    () => described && describeFilters(described, { form, isWorkdaysOnly }, { timesS, curves: data }, today),
    [described, form, isWorkdaysOnly, timesS, data, today],
  )
  const filtersId = `filters-${id}`
  const run = async () => {
    await queryRunner.run(id)
    // Below the filters the chart may be out of sight.
    if (hasCurves(id) && matchMedia(PHONE).matches) chartRef.current?.scrollIntoView()
  }
  return (
    <Panel
      data-graph
      // A click beside its controls focuses the card, so that its shortcuts work.
      tabIndex={-1}
      aria-labelledby={graphTitleId(id)}
      className={classNames(
        '@container min-w-0 outline-none print:break-inside-avoid print:shadow-none',
        !view.isHalfWidth && 'xl:col-span-2',
      )}
    >
      <CardHead
        id={id}
        position={position}
        isLast={isLast}
        filters={filters}
        shownFilters={shownFilters}
        description={description}
        hasFinal={view.hasFinal}
        hasUsual={view.hasUsual}
        isHalf={view.isHalfWidth}
        areFiltersOpen={areFiltersOpen}
        filtersId={filtersId}
        onToggleFilters={toggleFilters}
        onRemove={onRemove}
      />
      <div
        className={classNames('grid print:block', areFiltersOpen && '@3xl:grid-cols-[17.5rem_minmax(0,1fr)]')}
      >
        <div
          id={filtersId}
          hidden={!areFiltersOpen}
          className="border-b border-line print:hidden @3xl:border-r @3xl:border-b-0"
        >
          {areFiltersOpen && (
            <FilterPanel
              id={id}
              filters={filters}
              hasEarlierForecasts={view.hasEarlierForecasts}
              isLoading={card.loading}
              onRun={() => void run()}
            />
          )}
        </div>
        <div ref={chartRef} className="min-w-0 scroll-mt-2 p-4 sm:p-5 print:p-3">
          <ErrorBoundary subject="This graph" resetKey={data}>
            <ChartArea card={card} label={`${FORM_LABELS[form]}${description?.rest}`} position={position} />
          </ErrorBoundary>
        </div>
      </div>
    </Panel>
  )
})

function hasCurves(id: string): boolean {
  const card = graphStore.find(id)
  return card !== undefined && !card.loading && card.error === null && card.data.length > 0
}
