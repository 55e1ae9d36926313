import { useQuery } from '@tanstack/react-query'

import { areaLabel, membersOf } from '#contract/areas.ts'
import { markSentences } from '#web/api/data-days.ts'
import { status } from '#web/api/status.ts'
import { areasOf, type GraphCard, type GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { DoubtList } from '#web/ui/doubt-list.tsx'
import { useIsPainted } from '#web/ui/timing/use-is-painted.ts'
import { zoneOption } from '#web/zone/display-zone.ts'

import { ChartSpace, FailedChart, LoadingChart, Placeholder } from './chart-states.tsx'
import { GraphChart } from './graph-chart.tsx'
import { ViewRow } from './view-row.tsx'

interface ChartAreaProps {
  card: GraphCard
  position: number
  /** What the curves are, in words. */
  label: string
}

/**
 * The curves of a card, or its other states: not run yet, loading, failed, no values. While a query runs the curves of the last one
 * stay behind the skeleton, so that new values only have to be drawn.
 */
export function ChartArea({ card, position, label }: ChartAreaProps) {
  const { id, timesS, data, marks, shownFilters, loading, view } = card
  const isPainted = useIsPainted()
  if (shownFilters === null || data.length === 0) return <NoCurves card={card} />
  // The answers to a link can be there before its cards are.
  if (!isPainted) return <LoadingChart card={card} />
  return (
    <>
      {loading && <LoadingChart card={card} />}
      <div hidden={loading}>
        <ViewRow id={id} position={position} view={view} />
        {/* A chart keeps its upper edge free for buttons; on a phone there is no room for them all. */}
        <div
          className={
            view.isTable || view.form === 'heat'
              ? 'pt-1'
              : '@md:-mt-7 print:mt-0! @md:[--beside-toolbar:13rem]'
          }
        >
          <GraphChart
            id={id}
            timesS={timesS}
            curves={data}
            marks={marks}
            label={label}
            filters={shownFilters}
            view={view}
          />
        </div>
        <DoubtList sentences={markSentences(marks)} className="mt-3" />
      </div>
    </>
  )
}

function NoCurves({ card }: { card: GraphCard }) {
  const { shownFilters, loading, error } = card
  if (loading) return <LoadingChart card={card} />
  if (error !== null) return <FailedChart card={card} message={error} />
  if (shownFilters !== null)
    return (
      <ChartSpace card={card}>
        <NoValues filters={shownFilters} />
      </ChartSpace>
    )
  return (
    <Placeholder
      state="empty"
      title="Nothing to show yet"
      text="Choose what to see and click Run Query. The curves appear here."
    />
  )
}

const day = new Intl.DateTimeFormat('en-US', { ...zoneOption, dateStyle: 'long' })

/** An answer without curves: the source has no values for the area at all, or none for these days. */
function NoValues({ filters }: { filters: GraphFilters }) {
  const areas = areasOf(filters)
  const about = useQuery(status).data
  if (about && areas.flatMap(membersOf).every((member) => about.uncoveredAreas.includes(member))) {
    return (
      <Placeholder
        state="unpublished"
        title="Not covered by this source"
        text={`${about.source ?? 'The source'} has no values for ${areas.map(areaLabel).join(', ')}. Choose another area.`}
      />
    )
  }
  return (
    <Placeholder
      state="unpublished"
      title="No values in this range"
      text={`Nothing is stored for this area and these days${about?.span ? `: history begins on ${day.format(Date.parse(about.span.from))}` : ''}. Choose other days or another area.`}
    />
  )
}
