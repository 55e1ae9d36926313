import { memo } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import type { ShapeTone } from '#web/map/shape-paint.ts'
import { type Metric, METRIC_WORDS } from '#web/model/view/metric.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Panel } from '#web/ui/panel.tsx'

import type { Country } from './countries.ts'
import { formatMetric, toneOf, valueAt } from './country-paints.ts'
import { DaySparkline } from './day-sparkline.tsx'

export interface CountryListProps {
  countries: readonly Country[]
  answer: ForecastAnswer | undefined
  hour: number
  metric: Metric
  selected: string | null
  onSelect: (code: string) => void
}

/** The countries with their values. A press selects a country, as a click on the map does. */
export function CountryList(props: CountryListProps) {
  const { answer, hour, metric, selected } = props
  return (
    <Panel aria-label="Countries" className="flex flex-col">
      <h2 className="flex items-baseline justify-between px-3.5 pt-3 pb-1.5 text-sm text-ink-muted">
        <span className="font-medium text-ink">Countries</span>
        <span>{METRIC_WORDS[metric].label}, MW</span>
      </h2>
      <ul className="grid grow grid-cols-1 gap-px p-1.5 pt-0 min-[22rem]:max-lg:grid-cols-2 max-xl:content-start xl:auto-rows-fr">
        {props.countries.map(({ code, name }) => {
          const value = valueAt(answer, { country: code, hour, metric })
          return (
            <CountryRow
              key={code}
              code={code}
              name={name}
              tone={toneOf(value)}
              text={formatMetric(metric, value)}
              hours={answer?.[code]}
              hour={hour}
              metric={metric}
              isSelected={code === selected}
              onSelect={props.onSelect}
            />
          )
        })}
      </ul>
    </Panel>
  )
}

const MARKS: Readonly<Record<ShapeTone, string>> = {
  positive: 'bg-positive',
  negative: 'bg-negative',
  missing: 'bg-missing',
  land: 'bg-missing',
}

interface CountryRowProps {
  code: string
  name: string
  tone: ShapeTone
  /** The number beside the name, or a dash. */
  text: string
  /** For the sparkline. */
  hours: ForecastAnswer[string] | undefined
  hour: number
  metric: Metric
  isSelected: boolean
  onSelect: (code: string) => void
}

const CountryRow = memo(function CountryRow(props: CountryRowProps) {
  return (
    <li className="flex">
      <button
        type="button"
        aria-pressed={props.isSelected}
        onClick={() => props.onSelect(props.code)}
        className={classNames(
          'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-control px-2 text-left text-base',
          props.isSelected
            ? 'bg-accent-soft font-medium text-accent-strong forced-colors:outline-2'
            : 'text-ink hover:bg-sunken',
        )}
      >
        <span
          aria-hidden
          className={classNames('size-2.5 shrink-0 rounded-full forced-color-adjust-none', MARKS[props.tone])}
        />
        <span className="min-w-0 grow leading-tight">{props.name}</span>
        {props.hours !== undefined && (
          <DaySparkline hours={props.hours} hour={props.hour} metric={props.metric} />
        )}
        <span className="tabular min-w-14 shrink-0 text-right text-sm">{props.text}</span>
      </button>
    </li>
  )
})
