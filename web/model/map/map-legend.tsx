import { memo } from 'react'

import { countryName } from '#contract/countries.ts'
import { withMinus } from '#contract/words/power.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { DEPTHS, depthVariable } from '#web/map/shape-paint.ts'
import { scaleEnd, stepBounds } from '#web/model/view/colour-scale.ts'
import {
  comparedRun,
  isDifference,
  measureOf,
  type Metric,
  metricWords,
  type ShownForecast,
} from '#web/model/view/metric.ts'
import { classNames } from '#web/ui/class-names.ts'

import { dayValues, largestDifference, mapScale } from './countries.ts'

export const MapLegend = memo(function MapLegend(props: {
  metric: Metric
  answer: ShownForecast | undefined
  /** Names the compared run; `null` while unknown. */
  againstWords: string | null
}) {
  const { metric, answer, againstWords } = props
  const isOwn = isOwnBackend()
  const words = measureOf(metric, isOwn)
  const values = dayValues(answer, metric).filter((value) => value !== null)
  const largest = largestDifference(answer, metric)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-muted">
      <div className="flex flex-col gap-1">
        <span className="font-medium text-ink">
          {words.formula}
          {isOwn && `, ${words.unit}`}
        </span>
        {comparedRun(metric) !== null && <p className="min-h-4">{againstWords}</p>}
        {isDifference(metric) && (
          <span className="text-sm text-ink">
            Largest of the day:{' '}
            {largest !== null &&
              `${countryName(largest.country)}, ${metricWords(metric, largest.value, isOwn)} at ${largest.key}`}
          </span>
        )}
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <Mark colour="bg-positive" text={words.above} />
          <Mark colour="bg-negative" text={words.below} />
          <Mark colour="bg-missing" text="no value" />
        </div>
      </div>
      <Scale values={values} metric={metric} isOwn={isOwn} />
    </div>
  )
})

function Mark({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 shrink-0 rounded-full forced-color-adjust-none ${colour}`} />
      {text}
    </span>
  )
}

const ABOVE = DEPTHS.map((depth) => depthVariable('positive', depth))
const BELOW = DEPTHS.toReversed().map((depth) => depthVariable('negative', depth))

const twoDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

function boundUnit(end: number, metric: Metric, isOwn: boolean): { unit: string; size: number } {
  const { unit } = measureOf(metric, isOwn)
  if (unit === '%') return { unit, size: 0.01 }
  return unit === 'MW' && end >= 2000 ? { unit: 'GW', size: 1000 } : { unit, size: 1 }
}

/** Invisible without values, so that the page does not shift. */
function Scale({ values, metric, isOwn }: { values: readonly number[]; metric: Metric; isOwn: boolean }) {
  const end = scaleEnd(values)
  const above = stepBounds(mapScale(end, metric), DEPTHS.length)
  const hasNegative = values.some((value) => value < 0)
  const bounds = hasNegative
    ? [
        ...above
          .slice(1)
          .toReversed()
          .map((size) => -size),
        ...above,
      ]
    : above
  const { unit, size } = boundUnit(end, metric, isOwn)
  return (
    <div className={classNames('tabular flex min-w-0 gap-1', values.length === 0 && 'invisible')}>
      <div className={hasNegative ? '@container w-110' : 'w-60'}>
        <div aria-hidden className="mx-3.5 flex h-2.5 overflow-hidden rounded-full forced-color-adjust-none">
          {[...(hasNegative ? BELOW : []), ...ABOVE].map((variable) => (
            <span key={variable} className="grow" style={{ background: `var(${variable})` }} />
          ))}
        </div>
        <div className="flex justify-between pt-0.5 *:w-7 *:text-center *:whitespace-nowrap @max-[27rem]:[&>:not(:nth-child(5n+1),:nth-child(6n+3))]:invisible">
          {bounds.map((bound) => (
            <span key={bound}>{withMinus(twoDigits.format(bound / size))}</span>
          ))}
        </div>
      </div>
      <span className="self-end">{unit}</span>
    </div>
  )
}
