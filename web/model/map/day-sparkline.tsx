import { memo } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { type Metric, metricValue } from '#web/model/view/metric.ts'
import { hourKey, LAST_HOUR } from '#web/model/view/playback.ts'

import { sparklinePath } from './sparkline-path.ts'

const WIDTH_PX = 216
const HEIGHT_PX = 30

interface DaySparklineProps {
  hours: ForecastAnswer[string]
  hour: number
  metric: Metric
}

/** The course of a country's day at a glance, with a line at the selected hour. Decoration beside the number. */
export function DaySparkline({ hours, hour, metric }: DaySparklineProps) {
  return (
    <span aria-hidden className="relative mx-3 h-[30px] w-[216px] shrink-0 max-xl:hidden">
      <Curve hours={hours} metric={metric} />
      <span
        className="absolute inset-y-0 left-0 border-l border-accent"
        style={{ transform: `translateX(${Math.round((hour / LAST_HOUR) * WIDTH_PX)}px)` }}
      />
    </span>
  )
}

const Curve = memo(function Curve({ hours, metric }: Omit<DaySparklineProps, 'hour'>) {
  const values = Array.from({ length: LAST_HOUR + 1 }, (_, hour) => {
    const entry = hours[hourKey(hour)]
    return entry === undefined ? null : metricValue(metric, entry)
  })
  const { curve, zeroY } = sparklinePath(values, WIDTH_PX, HEIGHT_PX)
  return (
    <svg viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} className="size-full overflow-visible" fill="none">
      {zeroY !== null && (
        <path d={`M0 ${zeroY}H${WIDTH_PX}`} className="stroke-line-strong" strokeDasharray="2 3" />
      )}
      <path d={curve} className="stroke-ink-muted" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
})
