import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'

import { newestRunWords } from '#web/model/forecast/run-words.ts'
import type { RunsState } from '#web/model/forecast/use-forecast.ts'
import { DayControl } from '#web/model/view/day-control.tsx'
import { dayZone, formatShortDay, shiftDay } from '#web/model/view/delivery-day.ts'
import { COMPARED_RUNS, type Metric, METRIC_WORDS, METRICS } from '#web/model/view/metric.ts'
import { openTab, type View, type ViewAddress, type ViewTab } from '#web/model/view/view.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { TabBar } from '#web/ui/tabs.tsx'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'
import { chooseZone, chosenZone, zoneChoices } from '#web/zone/display-zone.ts'

const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: METRIC_WORDS[value].label }))

const RUN_OPTIONS = [
  { value: 'latest', label: 'Latest' },
  { value: 'early', label: 'Before the auction' },
] as const

/** What the page shows. */
export interface ModelState {
  address: ViewAddress
  /** The requested delivery day. */
  deliveryDay: string
  /** The delivery day on the screen: the last one that loaded. */
  day: string
  tomorrow: string
  runs: RunsState
  /** The run on the screen. */
  run: View['run']
  metric: Metric
  tabs: readonly { id: ViewTab; label: string }[]
  tab: ViewTab
}

/**
 * Title of the page, one line on what is shown, the tabs, and the choices of day, run, zone and metric, which a phone has in a drawer. Its
 * height does not depend on the runs, so that the map does not move when they arrive: their place is kept until then.
 */
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
  const { day, runs } = state
  const [, changeView] = state.address
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery(PHONE)
  const isOfShownDay = runs.runs?.day === day
  const newestRun = isOfShownDay ? newestRunWords(runs.runs?.runs ?? {}, day) : null
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-b border-line xl:flex-nowrap">
      <div className="min-w-0 max-sm:w-full">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
            Model
          </h1>
          {isPhone && (
            <Button size="small" className="ml-auto print:hidden" onPress={() => setOpen(true)}>
              <SlidersHorizontal aria-hidden />
              Day, run and zone
            </Button>
          )}
          <div className="flex flex-wrap items-center gap-x-1 text-ink-muted max-sm:w-full">
            {children}
            <p className="tabular max-w-[calc(100%-1.75rem)] print:max-w-none">
              {formatShortDay(day)} · {dayZone(day).split(', ').at(-1)}
              {newestRun !== null && ` · ${newestRun}`}
              {newestRun === null && runs.runs !== null && (
                <span className="invisible">
                  {day < state.tomorrow ? ' · As of Nov 00, 00:00 (replayed)' : ' · run of 00:00'}
                </span>
              )}
            </p>
          </div>
        </div>
        <TabBar
          label="Views of the forecast"
          tabs={state.tabs}
          openTab={state.tab}
          onOpen={(tab) => changeView(openTab(tab))}
        />
      </div>
      {!isPhone && (
        <div className="flex flex-wrap items-end gap-x-3 gap-y-3 pb-2 xl:shrink-0 xl:flex-nowrap print:hidden">
          <Choices state={state} />
        </div>
      )}
      {isPhone && (
        <Drawer title="Day, run and zone" isOpen={isOpen} onOpenChange={setOpen}>
          <div className="flex flex-col gap-5">
            <Choices state={state} />
          </div>
        </Drawer>
      )}
    </header>
  )
}

function Choices({ state }: { state: ModelState }) {
  const { deliveryDay, tomorrow, runs, run, metric } = state
  const [, changeView] = state.address
  return (
    <>
      {runs.runs !== null && (
        <DayControl
          day={deliveryDay}
          {...choosableDays(deliveryDay, tomorrow, runs)}
          onChange={(day) => changeView({ day: day === tomorrow ? null : day })}
        />
      )}
      {(runs.runs !== null || run === 'early') && (
        <RadioGroup
          // Until the runs are known it keeps its place.
          className={isRunAwaited(state) ? 'invisible' : ''}
          label="Run"
          value={run ?? 'latest'}
          disabledReason={isRunAwaited(state) ? null : whyNoRunChoice(state)}
          onChange={(chosen) => changeView({ run: chosen === 'early' ? chosen : null })}
          options={RUN_OPTIONS}
        />
      )}
      <ZoneSelect />
      {state.tab === 'map' && (
        <Select
          label="Map shows"
          placeholder=""
          className="sm:w-48 lg:w-56"
          value={metric}
          onChange={(chosen) => changeView({ metric: chosen })}
          options={METRIC_OPTIONS.filter(({ value }) => isOffered(value, state))}
        />
      )}
    </>
  )
}

/** The zone of all times, as in the menu of the header. */
function ZoneSelect() {
  const choices = zoneChoices()
  return (
    <Select
      label="Time zone"
      placeholder=""
      className="sm:w-28"
      value={choices.find(({ zone }) => zone === chosenZone)?.name ?? null}
      onChange={(name) => chooseZone(choices.find((choice) => choice.name === name)?.zone ?? null)}
      options={choices.map(({ name, place }) => ({
        value: name,
        label: name,
        ...(name !== place && { hint: place }),
      }))}
    />
  )
}

/** A foreign backend keeps nothing to compare with, and before the auction there is no run to compare with. */
export function isOffered(metric: Metric, { runs, run }: ModelState): boolean {
  if (metric === 'against-auction' && runs.runs?.kinds.includes('early') === false) return false
  if (metric in COMPARED_RUNS) return runs.runs !== null && run !== 'early'
  return metric !== 'share-of-peak' || runs.runs !== null
}

/** Why only one run can be shown; null where there are two, or where the one before the auction is shown. */
function whyNoRunChoice({ run, runs, day, tomorrow }: ModelState): string | null {
  if (run === 'early') return null
  const { kinds } = runs.runs ?? { kinds: null }
  if (kinds === null) return 'The runs could not be loaded'
  if (!kinds.includes('early'))
    return day < tomorrow ? 'None before the auction' : 'None before the auction yet'
  return kinds.includes('complete') ? null : 'No later run yet'
}

/** Whether nothing is known yet of the choice of the run. */
function isRunAwaited({ run, runs }: ModelState): boolean {
  return run !== 'early' && runs.runs === undefined && !runs.hasFailed
}

/** The days that have runs. If the runs could not be loaded, the user can still step back and forth. */
function choosableDays(deliveryDay: string, tomorrow: string, { runs, hasFailed }: RunsState) {
  if (runs) return { firstDay: runs.firstDay, lastDay: runs.lastDay }
  return hasFailed
    ? { firstDay: shiftDay(deliveryDay, -1), lastDay: tomorrow }
    : { firstDay: null, lastDay: null }
}
