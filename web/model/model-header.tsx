import type { ReactNode } from 'react'

import type { RunsAnswer } from '#contract/accuracy.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'

import { DayControl } from '#web/model/view/day-control.tsx'
import { formatDay } from '#web/model/view/delivery-day.ts'
import { type Metric, METRIC_WORDS, METRICS } from '#web/model/view/metric.ts'
import { newestRunWords } from '#web/model/forecast/run-words.ts'

const METRIC_OPTIONS = METRICS.map((value) => ({ value, label: METRIC_WORDS[value].label }))

export interface ModelHeaderProps {
  deliveryDay: string
  /** Null if the backend has none, so that only tomorrow can be shown; undefined while loading. */
  runs: RunsAnswer | null | undefined
  metric: Metric
  onDayChange: (day: string) => void
  onMetricChange: (metric: Metric) => void
  /** One line on what the forecast is based on. */
  children: ReactNode
}

/** Title of the page, and the choices of day and metric. */
export function ModelHeader(props: ModelHeaderProps) {
  const newestRun = newestRunWords(props.runs?.runs ?? {}, props.deliveryDay)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div>
        <h1 className="text-xl font-semibold">Model</h1>
        <p className="text-ink-muted">
          Residual load forecast for {formatDay(props.deliveryDay)}
          {newestRun !== null && `, ${newestRun}`}
        </p>
        {props.children}
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-sm:w-full">
        {props.runs !== null && (
          <DayControl day={props.deliveryDay} runs={props.runs} onChange={props.onDayChange} />
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
