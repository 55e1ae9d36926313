import { Check, SlidersHorizontal } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

import { newestRunWords } from '#web/model/forecast/run-words.ts'
import { isOffered, type ModelState } from '#web/model/forecast/use-forecast.ts'
import { DayControl } from '#web/model/view/day-control.tsx'
import { dayZone } from '#web/model/view/delivery-day.ts'
import { METRIC_WORDS, METRICS } from '#web/model/view/metric.ts'
import { openTab } from '#web/model/view/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { TabBar } from '#web/ui/tabs.tsx'
import { dayAfter, shortDay } from '#web/zone/market-day.ts'

/** Title, tabs, what is shown, the day and one button with all other choices. What comes later grows to the left, so that no control moves. */
export function ModelHeader({
  state,
  titleRef,
  children,
}: {
  state: ModelState
  /** Takes the focus when the control that had it goes away. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** What the forecast is based on. */
  children: ReactNode
}) {
  const { day, deliveryDay, tomorrow, runs } = state
  const [, changeView] = state.address
  const newestRun = runs.data?.day === day ? newestRunWords(runs.data.runs, day) : null
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line">
      <h1 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
        Model
      </h1>
      <div className="order-2 max-xl:w-full xl:order-none xl:self-end">
        <TabBar
          label="Views of the forecast"
          tabs={state.tabs}
          openTab={state.tab}
          onOpen={(tab) => changeView(openTab(tab))}
        />
      </div>
      {runs.data !== null && (
        <div className="max-sm:ml-auto sm:order-1">
          <DayControl
            day={deliveryDay}
            {...choosableDays(deliveryDay, tomorrow, runs)}
            onChange={(chosen) => changeView({ day: chosen === tomorrow ? null : chosen })}
          />
        </div>
      )}
      {/* On a phone a line of its own, whatever has arrived. */}
      <div className="flex items-center justify-between gap-x-3 gap-y-1 max-sm:order-1 max-sm:w-full max-sm:flex-wrap sm:contents">
        <div className="flex min-w-0 items-center gap-x-1 text-ink-muted sm:grow sm:justify-end">
          <p className="tabular text-sm sm:text-right">
            <span className={runs.data === null ? undefined : 'hidden print:inline'}>{shortDay(day)} · </span>
            {dayZone(day).split(', ').at(-1)}
            {newestRun !== null && ` · ${newestRun}`}
            {newestRun === null && runs.data !== null && (
              <span className="invisible">
                {day < tomorrow ? ' · As of Nov 00, 00:00 (replayed)' : ' · run of 00:00'}
              </span>
            )}
          </p>
          {children}
        </div>
        <Options state={state} />
      </div>
    </header>
  )
}

/** What the map shows, and the run where there are two. The button names both. */
function Options({ state }: { state: ModelState }) {
  const { runs, run, metric } = state
  const [, changeView] = state.address
  const kinds = runs.data?.kinds ?? []
  const hasTwoRuns = run === 'early' || (kinds.includes('early') && kinds.includes('complete'))
  const check = (isChosen: boolean) => (isChosen ? <Check /> : undefined)
  return (
    <Menu
      label="Options of the model page"
      trigger={
        <Button size="large" className="max-w-full px-3! max-sm:ml-auto sm:order-1 print:hidden">
          <SlidersHorizontal aria-hidden />
          <span className="truncate">
            <span className="max-lg:sr-only">Options: </span>
            <span className="font-normal text-ink-muted">
              {METRIC_WORDS[metric].label}
              {run === 'early' && ', before the auction'}
            </span>
          </span>
        </Button>
      }
      groups={[
        METRICS.map(
          (value) =>
            isOffered(value, state) && {
              id: value,
              label: METRIC_WORDS[value].label,
              icon: check(value === metric),
              // It is of the map only.
              onAction: () => changeView({ ...openTab('map'), metric: value }),
            },
        ),
        (['latest', 'early'] as const).map(
          (value) =>
            hasTwoRuns && {
              id: value,
              label: value === 'early' ? 'Run before the auction' : 'Latest run',
              icon: check(value === (run ?? 'latest')),
              onAction: () => changeView({ run: value === 'early' ? value : null }),
            },
        ),
      ]}
    />
  )
}

/** The days that have runs. If the runs could not be loaded, the user can still step back and forth. */
function choosableDays(deliveryDay: string, tomorrow: string, { data, isError }: ModelState['runs']) {
  if (data) return { firstDay: data.firstDay, lastDay: data.lastDay }
  return isError
    ? { firstDay: dayAfter(deliveryDay, -1), lastDay: tomorrow }
    : { firstDay: null, lastDay: null }
}
