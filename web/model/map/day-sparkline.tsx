import { memo } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { type Metric, metricValue } from '#web/model/view/metric.ts'
import { hourKey, LAST_HOUR } from '#web/model/view/playback.ts'

const WIDTH_PX = 216
const HEIGHT_PX = 30
const PADDING_PX = 2

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

/**
 * An SVG path through evenly spaced values, scaled to their own range; missing values leave a gap.
 * @returns the path, and the height of zero if the values lie on both sides of it
 */
export function sparklinePath(
  values: readonly (number | null)[],
  widthPx: number,
  heightPx: number,
): { curve: string; zeroY: number | null } {
  const known = values.filter((value) => value !== null)
  const least = Math.min(...known)
  const most = Math.max(...known)
  const span = most - least || 1
  const y = (value: number) =>
    round(heightPx - PADDING_PX - ((value - least) / span) * (heightPx - 2 * PADDING_PX))
  const x = (index: number) => round((index / Math.max(values.length - 1, 1)) * widthPx)
  const curve = values
    .map((value, index) =>
      value === null ? '' : `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('')
  return { curve, zeroY: least < 0 && most > 0 ? y(0) : null }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
