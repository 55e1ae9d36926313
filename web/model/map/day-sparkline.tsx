import { memo } from 'react'

import { FIRST_HOUR, hourKey, LAST_HOUR } from '#web/model/view/delivery-day.ts'
import { type Metric, metricValue, type ShownForecast } from '#web/model/view/metric.ts'

type CountryHours = ShownForecast[string]

interface DaySparklineProps {
  hours: CountryHours
  hour: number
  metric: Metric
}

/** Decoration beside the number. */
export function DaySparkline({ hour, ...day }: DaySparklineProps) {
  return (
    <span aria-hidden className="relative h-[30px] min-w-0 flex-[3] py-0.5 xl:mx-3">
      <Curve {...day} />
      <span
        className="absolute inset-y-0 border-l border-accent"
        style={{ left: `${(hour / LAST_HOUR) * 100}%` }}
      />
    </span>
  )
}

function dayValues(hours: CountryHours, metric: Metric): (number | null)[] {
  return Array.from({ length: LAST_HOUR + 1 }, (_, hour) => {
    const entry = hours[hourKey(FIRST_HOUR + hour)]
    return entry === undefined ? null : metricValue(metric, entry)
  })
}

const Curve = memo(function Curve({ hours, metric }: Omit<DaySparklineProps, 'hour'>) {
  const { curve, lowest, top, height } = sparkline(dayValues(hours, metric))
  return (
    <svg
      viewBox={`0 ${-top} ${LAST_HOUR} ${height}`}
      preserveAspectRatio="none"
      className="size-full overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
    >
      <path d={`M0 0H${LAST_HOUR}`} className="stroke-line-strong" strokeDasharray="2 3" />
      <path d={curve} className="stroke-curve-final" strokeWidth="1.5" strokeLinejoin="round" />
      {/* A line of length zero is a dot, which is not stretched. */}
      <path d={lowest} className="stroke-ink" strokeWidth="5" strokeLinecap="round" />
    </svg>
  )
})

/** The span includes zero; missing values are gaps. */
export function sparkline(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const curve = values.map((value, hour) =>
    value === null ? '' : `${(values[hour - 1] ?? null) === null ? 'M' : 'L'}${hour} ${-value}`,
  )
  const lowestMw = Math.min(...known)
  const lowest = values.indexOf(lowestMw)
  return {
    curve: curve.join(''),
    lowest: lowest === -1 ? '' : `M${lowest} ${-lowestMw}h0`,
    top: most,
    height: most - least || 1,
  }
}
