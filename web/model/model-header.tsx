import { Check, ChevronLeft, ChevronRight, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'

import { shortDay } from '#contract/words/days.ts'
import { addDays } from '#contract/zone-time.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { dayZone } from '#web/model/view/delivery-day.ts'
import { measureOf, METRICS } from '#web/model/view/metric.ts'
import { newestRunWords, runPlaceholder } from '#web/model/view/run-words.ts'
import { isOffered, type ModelState } from '#web/model/view/use-forecast.ts'
import { openTab } from '#web/model/view/view.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { TabBar } from '#web/ui/tabs.tsx'

export function ModelHeader(props: {
  state: ModelState
  /** Gets the focus from controls that disappear. */
  titleRef: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  const { state, titleRef } = props
  const [, changeView] = state.address
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 xl:border-b xl:border-line xl:pb-1">
      <div className="flex items-center justify-between gap-x-3 border-line max-xl:w-full max-xl:border-b xl:-mb-[5px] xl:self-stretch">
        <h1 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none xl:pb-[5px]">
          Model
        </h1>
        <div className="self-end max-sm:min-w-0 sm:max-xl:grow xl:[&_[role=tab]]:pb-[11px]">
          <TabBar
            label="Views of the forecast"
            tabs={state.tabs}
            openTab={state.tab}
            onOpen={(tab) => changeView(openTab(tab), 'push')}
          />
        </div>
      </div>
      {props.children}
    </header>
  )
}

export function ModelControls({ state, children }: { state: ModelState; children: ReactNode }) {
  const { day, tomorrow, runs } = state
  const newestRun = runs.data?.day === day ? newestRunWords(runs.data.runs, day) : null
  return (
    <>
      {state.tab === 'map' && <MapOptions state={state} />}
      <div className="flex min-w-0 grow items-center justify-end gap-x-1 text-ink-muted max-sm:order-last max-sm:justify-start">
        <p className="tabular text-right text-sm max-sm:text-left">
          <span className={runs.data === null ? undefined : 'hidden print:inline'}>{shortDay(day)} · </span>
          {dayZone(day).split(', ').at(-1)}
          {newestRun !== null && ` · ${newestRun}`}
          {newestRun === null && runs.data !== null && (
            <span className="invisible"> · {runPlaceholder(day < tomorrow)}</span>
          )}
        </p>
        {children}
      </div>
      {runs.data !== null && <DayControl state={state} />}
    </>
  )
}

function MapOptions({ state }: { state: ModelState }) {
  const { runs, run, metric } = state
  const [, changeView] = state.address
  const kinds = runs.data?.kinds ?? []
  const isOwn = isOwnBackend()
  const hasTwoRuns = run === 'early' || (kinds.includes('early') && kinds.includes('complete'))
  const check = (isChosen: boolean) => (isChosen ? <Check /> : undefined)
  return (
    <Menu
      label="What the map shows"
      trigger={
        <Button size="large" className="max-w-full px-3! print:hidden">
          <SlidersHorizontal aria-hidden />
          <span className="truncate">
            <span className="max-lg:sr-only">Map shows: </span>
            <span className="font-normal text-ink-muted">
              {measureOf(metric, isOwn).label}
              {run === 'early' && ', before the auction'}
            </span>
          </span>
        </Button>
      }
      groups={[
        METRICS.map(
          (value) =>
            isOffered(value, state) && {
              label: measureOf(value, isOwn).label,
              icon: check(value === metric),
              onAction: () => changeView({ metric: value }),
            },
        ),
        (['latest', 'early'] as const).map(
          (value) =>
            hasTwoRuns && {
              label: value === 'early' ? 'Run before the auction' : 'Latest run',
              icon: check(value === (run ?? 'latest')),
              onAction: () => changeView({ run: value === 'early' ? value : null }),
            },
        ),
      ]}
    />
  )
}

function DayControl({ state }: { state: ModelState }) {
  const { namedDay: day, tomorrow, address } = state
  const { data: runs, isError } = state.runs
  // If the runs could not be loaded, the user can still step back and forth.
  const firstDay = runs?.firstDay ?? (isError ? addDays(day, -1) : null)
  const lastDay = runs?.lastDay ?? (isError ? tomorrow : null)
  const pickerRef = useRef<HTMLInputElement>(null)
  const choose = (chosen: string) => address[1]({ day: chosen === tomorrow ? null : chosen }, 'push')
  return (
    <fieldset
      aria-label="Delivery day"
      className="flex h-9 items-center rounded-control border border-line-strong/60 bg-surface print:hidden"
    >
      <IconButton
        icon={ChevronLeft}
        aria-label="Previous delivery day"
        isDisabled={firstDay === null || day <= firstDay}
        onPress={() => choose(addDays(day, -1))}
      />
      <div className="relative flex h-full min-w-24 grow items-center justify-center">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Choose a delivery day, ${shortDay(day)}`}
          isDisabled={firstDay === null}
          className="tabular text-base font-normal text-ink"
          onPress={() => pickerRef.current?.showPicker()}
        >
          {shortDay(day)}
        </Button>
        {/* The browser's own calendar opens here. */}
        <input
          ref={pickerRef}
          type="date"
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
          value={day}
          min={firstDay ?? undefined}
          max={lastDay ?? undefined}
          onChange={({ target: { value, validity } }) => {
            if (value !== '' && validity.valid) choose(value)
          }}
        />
        <span className="sr-only" aria-live="polite">
          {shortDay(day)}
        </span>
      </div>
      <IconButton
        icon={ChevronRight}
        aria-label="Next delivery day"
        isDisabled={lastDay === null || day >= lastDay}
        onPress={() => choose(addDays(day, 1))}
      />
    </fieldset>
  )
}
