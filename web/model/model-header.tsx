import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'

import { newestRunWords } from '#web/model/forecast/run-words.ts'
import type { RunsState } from '#web/model/forecast/use-runs.ts'
import { DayControl } from '#web/model/view/day-control.tsx'
import { dayZone, formatShortDay, shiftDay } from '#web/model/view/delivery-day.ts'
import { type Metric, METRIC_WORDS, METRICS } from '#web/model/view/metric.ts'
import type { View } from '#web/model/view/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RadioGroup, RadioGroupPlace } from '#web/ui/fields/radio-group.tsx'

const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: METRIC_WORDS[value].label }))

const RUN_OPTIONS = [
  { value: 'latest', label: 'Latest' },
  { value: 'early', label: 'Before the auction' },
] as const

export interface ModelHeaderProps {
  /** Takes the focus when the control that had it goes away. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** The requested delivery day. */
  deliveryDay: string
  /** The delivery day on the screen: the last one that loaded. */
  shownDay: string
  tomorrow: string
  runs: RunsState
  metric: Metric
  /** The run on the screen. */
  run: View['run']
  onRunChange: (run: View['run']) => void
  onDayChange: (day: string) => void
  onMetricChange: (metric: Metric) => void
  /** Buttons that open the panels beyond map and country. */
  toggles: ReactNode
  /** One line on what the forecast is based on. */
  children: ReactNode
}

/**
 * Title of the page, and the choices of day, run and metric. Its height does not depend on the runs, so that the map does not move
 * when they arrive: their place is kept until then, and the choice is there on every day. On a phone the choices are folded, so that
 * the map is in sight.
 */
export function ModelHeader({ titleRef, children, ...props }: ModelHeaderProps) {
  const { shownDay, runs } = props
  const [isOpen, setOpen] = useState(false)
  const folded = isOpen ? '' : 'max-sm:hidden'
  const isOfShownDay = runs.runs?.day === shownDay
  const newestRun = isOfShownDay ? newestRunWords(runs.runs?.runs ?? {}, shownDay) : null
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 xl:flex-nowrap">
      <div className="min-w-0 xl:flex-1">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:justify-start">
          <h1 ref={titleRef} tabIndex={-1} className="text-xl font-semibold outline-none">
            Model
          </h1>
          <Button
            size="small"
            className="sm:hidden print:hidden"
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            <SlidersHorizontal aria-hidden />
            Day, run and map
          </Button>
          <div className={classNames('flex flex-wrap gap-2 max-sm:w-full print:hidden', folded)}>
            {props.toggles}
          </div>
        </div>
        <p className="text-ink-muted">
          Residual load forecast for {formatShortDay(shownDay)} ({dayZone(shownDay)})
          {newestRun !== null && ` · ${newestRun}`}
          {newestRun === null && runs.runs !== null && (
            <span className="invisible">
              {shownDay < props.tomorrow ? ' · As of Nov 00, 00:00 (replayed)' : ' · Newest run of 00:00'}
            </span>
          )}
        </p>
        {children}
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-end gap-x-4 gap-y-3 max-sm:w-full xl:flex-nowrap print:hidden',
          folded,
        )}
      >
        {runs.runs !== null && (
          <DayControl
            day={props.deliveryDay}
            {...choosableDays(props.deliveryDay, props.tomorrow, runs)}
            onChange={props.onDayChange}
          />
        )}
        {isRunAwaited(props) ? (
          <RadioGroupPlace label="Run" options={RUN_OPTIONS} />
        ) : (
          (runs.runs !== null || props.run === 'early') && (
            <RadioGroup
              label="Run"
              value={props.run ?? 'latest'}
              disabledReason={whyNoRunChoice(props)}
              onChange={(run) => props.onRunChange(run === 'early' ? run : null)}
              options={RUN_OPTIONS}
            />
          )
        )}
        <RadioGroup
          label="Map shows"
          value={props.metric}
          onChange={props.onMetricChange}
          options={METRIC_OPTIONS}
        />
      </div>
    </header>
  )
}

/** Why only one run can be shown; null where there are two, or where the one before the auction is shown. */
function whyNoRunChoice({
  run,
  runs,
  shownDay,
  tomorrow,
}: Pick<ModelHeaderProps, 'run' | 'runs' | 'shownDay' | 'tomorrow'>): string | null {
  if (run === 'early') return null
  const { kinds } = runs.runs ?? { kinds: null }
  if (kinds === null) return 'The runs could not be loaded'
  if (!kinds.includes('early'))
    return shownDay < tomorrow ? 'None before the auction' : 'None before the auction yet'
  return kinds.includes('complete') ? null : 'No later run yet'
}

/** Whether nothing is known yet of the choice of the run. */
function isRunAwaited({ run, runs }: Pick<ModelHeaderProps, 'run' | 'runs'>): boolean {
  return run !== 'early' && runs.runs === undefined && !runs.hasFailed
}

/** The days that have runs. If the runs could not be loaded, the user can still step back and forth. */
function choosableDays(deliveryDay: string, tomorrow: string, { runs, hasFailed }: RunsState) {
  if (runs) return { firstDay: runs.firstDay, lastDay: runs.lastDay }
  return hasFailed
    ? { firstDay: shiftDay(deliveryDay, -1), lastDay: tomorrow }
    : { firstDay: null, lastDay: null }
}
