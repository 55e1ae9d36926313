import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { areaLabel, membersOf } from '#contract/areas.ts'
import type { DayMark } from '#contract/data-days.ts'
import { markSentences } from '#contract/words/data-days.ts'
import { dataDaysQuery } from '#web/api/data-days.ts'
import { status } from '#web/api/status.ts'
import { differenceRows, legendSpace } from '#web/chart/legend/legend.tsx'
import { countExpectedCurves } from '#web/dashboard/graphs/curves.ts'
import { graphStore, queryRunner, useGraphCards } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { marksOf } from '#web/dashboard/graphs/day-marks.ts'
import { areasOf, type GraphCard, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { createDaysQueries } from '#web/dashboard/graphs/query-body.ts'
import { DoubtList } from '#web/market/doubt-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Skeleton } from '#web/ui/panel.tsx'
import { useCountdown, useReading } from '#web/ui/use-clock.ts'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { zoneOption } from '#web/zone/display-zone.ts'

import { focusGraphTitle, Placeholder } from './chart-frame.tsx'
import { GraphChart } from './graph-chart.tsx'
import { ViewRow } from './view-row.tsx'

interface ChartAreaProps {
  card: GraphCard
  position: number
  label: string
}

/** The last curves stay mounted while a query runs: new values are then only drawn. */
export function ChartArea({ card, position, label }: ChartAreaProps) {
  const { id, timesS, data, shownFilters, loading, view } = card
  const marks = useMarks(shownFilters)
  const isPainted = useIsPainted()
  if (shownFilters === null || data.length === 0) return <NoCurves card={card} />
  // Answers to a link can arrive before its cards are rendered.
  if (!isPainted) return <LoadingChart card={card} />
  return (
    <>
      {loading && <LoadingChart card={card} />}
      <div hidden={loading}>
        <ViewRow id={id} position={position} form={view.form} isTable={view.isTable} marks={marks} />
        {/* Moves the chart's free upper edge beside this row; a phone has no room for all buttons. */}
        <div
          className={
            view.isTable || view.form === 'heat' || view.form === 'duration'
              ? 'pt-1'
              : '@md:-mt-7 print:mt-0! @md:[--beside-toolbar:4rem]'
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

/** Requested after the curves of all cards. */
function useMarks(filters: GraphFilters | null): DayMark[] {
  const isQuiet = useGraphCards((cards) => cards.every(({ loading }) => !loading))
  return useQueries({
    queries: (filters === null ? [] : createDaysQueries(filters)).map((query) => ({
      ...dataDaysQuery(query),
      enabled: isQuiet,
    })),
    combine: (answers) =>
      filters === null || answers.some(({ data }) => !data)
        ? []
        : marksOf(
            answers.flatMap(({ data }) => data?.marks ?? []),
            filters,
          ),
  })
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
    <div className="relative">
      <ExampleCurves />
      <Placeholder
        state="empty"
        title="Nothing to show yet"
        text="Choose what to see and click Run Query. The curves appear here."
      />
    </div>
  )
}

function ExampleCurves() {
  const days = [0, 300]
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 190"
      preserveAspectRatio="none"
      className="absolute inset-x-4 bottom-4 h-24 w-[calc(100%-2rem)] fill-none opacity-20"
    >
      {[
        { colour: 'var(--curve-0)', dash: '', lift: 0 },
        { colour: 'var(--curve-1)', dash: '7 4', lift: -9 },
      ].map(({ colour, dash, lift }) => (
        <path
          key={colour}
          d={days
            .map((x) => `M${x} ${150 + lift}c50 30 60 10 90-60s60-40 90-20 50-60 80-30 20 80 40 110`)
            .join('')}
          stroke={colour}
          strokeDasharray={dash}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}

const day = new Intl.DateTimeFormat('en-US', { ...zoneOption, dateStyle: 'long' })

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

/** Reserves the height of chart and legend, so that the end of a query does not move the next card. */
function ChartSpace({ card: { filters, view }, children }: { card: GraphCard; children: ReactNode }) {
  const legend = {
    curveCount: countExpectedCurves(filters, view),
    bandCount: Number(view.hasFinal) + Number(view.hasUsual),
    differenceCount: filters.compareWith === 'none' ? 0 : differenceRows(areasOf(filters).length),
    isCompact: view.isHalfWidth,
  }
  return (
    <div className="relative pt-7 @md:pt-0">
      <div className="h-[400px]" />
      <div className="chart-figures">
        <div className="chart-figures-space" style={legendSpace(legend)} />
      </div>
      <div className="absolute inset-0">{children}</div>
    </div>
  )
}

function FailedChart({ card, message }: { card: GraphCard; message: string }) {
  const { id, retryAtMs, previous } = card
  const waitS = useCountdown(retryAtMs)
  const leaveBy = (action: () => void) => () => {
    // The buttons disappear with the error.
    focusGraphTitle(id)
    action()
  }
  return (
    <ChartSpace card={card}>
      <PanelState
        state="failed"
        title="Whoops, something went wrong"
        className="h-full"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              className="tabular"
              isDisabled={waitS > 0}
              onPress={leaveBy(() => void queryRunner.run(id))}
            >
              {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
            </Button>
            {previous !== null && (
              <Button onPress={leaveBy(() => graphStore.showPrevious(id))}>Show the previous chart</Button>
            )}
          </div>
        }
      >
        Error: {message}
      </PanelState>
    </ChartSpace>
  )
}

function LoadingChart({ card }: { card: GraphCard }) {
  const elapsedS = useElapsedSeconds()
  const cancel = () => {
    // The button disappears with the query.
    focusGraphTitle(card.id)
    queryRunner.cancel(card.id)
  }
  return (
    <ChartSpace card={card}>
      <Skeleton className="size-full" />
      <div
        data-testid="chart-skeleton"
        className="absolute inset-0 flex flex-col items-center justify-center gap-3"
      >
        {elapsedS >= 1 && (
          <>
            <p className="tabular text-ink-muted">Running for {elapsedS} s</p>
            <Button onPress={cancel}>Cancel</Button>
          </>
        )}
      </div>
    </ChartSpace>
  )
}

function useElapsedSeconds(): number {
  const [startedAtMs] = useState(() => performance.now())
  return useReading(() => Math.floor((performance.now() - startedAtMs) / 1000))
}
