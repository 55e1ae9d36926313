import { memo, useMemo } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { DEPTHS, depthVariable } from '#web/map/shape-paint.ts'
import { METRIC_WORDS, type Metric } from '#web/model/view/metric.ts'
import { formatMw } from '#web/ui/power-format.ts'

import { valueScale } from './country-paints.ts'

/** Explains the colours of the map: the quantity, its operands and its unit, and the size that the depth of a colour stands for. */
export const MapLegend = memo(function MapLegend(props: {
  metric: Metric
  answer: ForecastAnswer | undefined
}) {
  const { metric, answer } = props
  const words = METRIC_WORDS[metric]
  const scaleMw = useMemo(() => valueScale(answer, metric), [answer, metric])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-xs text-ink-muted">
      <div className="flex flex-col gap-1">
        <span className="font-medium text-ink">{words.formula}, MW</span>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <Mark colour="bg-positive" text={words.above} />
          <Mark colour="bg-negative" text={words.below} />
          <Mark colour="bg-missing" text="no value" />
        </div>
      </div>
      {answer !== undefined && <Scale scaleMw={scaleMw} />}
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

const STEPS = [
  ...DEPTHS.toReversed().map((depth) => depthVariable('negative', depth)),
  ...DEPTHS.map((depth) => depthVariable('positive', depth)),
]

function Scale({ scaleMw }: { scaleMw: number }) {
  return (
    <div className="tabular w-64 max-w-full">
      <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full forced-color-adjust-none">
        {STEPS.map((variable) => (
          <span key={variable} className="grow" style={{ background: `var(${variable})` }} />
        ))}
      </div>
      <div className="grid grid-cols-3 pt-0.5">
        <span>{formatMw(-scaleMw)}</span>
        <span className="text-center">0</span>
        <span className="text-right">{formatMw(scaleMw)} MW</span>
      </div>
    </div>
  )
}
