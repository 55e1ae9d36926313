import { memo } from 'react'

import { countryName } from '#contract/countries.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { DEPTHS, depthVariable } from '#web/map/shape-paint.ts'
import { scaleEnd } from '#web/model/view/colour-scale.ts'
import {
  comparedRun,
  formatMetric,
  isDifference,
  measureOf,
  type Metric,
  metricWords,
  type ShownForecast,
} from '#web/model/view/metric.ts'
import { classNames } from '#web/ui/class-names.ts'

import { dayValues, largestDifference } from './countries.ts'

/** Explains the colours of the map: the quantity, its operands and its unit, and the size that the depth of a colour stands for. */
export const MapLegend = memo(function MapLegend(props: {
  metric: Metric
  answer: ShownForecast | undefined
  /** Names the run that the values are compared with; null while it is not known. */
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

/** Begins at 0 where no value of the day is below. Without values it keeps its place. */
function Scale({ values, metric, isOwn }: { values: readonly number[]; metric: Metric; isOwn: boolean }) {
  const scaleMw = scaleEnd(values)
  const hasNegative = values.some((value) => value < 0)
  return (
    <div className={classNames('tabular w-64 max-w-full', values.length === 0 && 'invisible')}>
      <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full forced-color-adjust-none">
        {[...(hasNegative ? BELOW : []), ...ABOVE].map((variable) => (
          <span key={variable} className="grow" style={{ background: `var(${variable})` }} />
        ))}
      </div>
      <div className="flex justify-between pt-0.5">
        {hasNegative && <span>{formatMetric(metric, -scaleMw)}</span>}
        <span>0</span>
        <span>{metricWords(metric, scaleMw, isOwn)}</span>
      </div>
    </div>
  )
}
