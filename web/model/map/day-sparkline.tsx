import { memo } from 'react'

import { FIRST_HOUR, hourKey, LAST_HOUR } from '#web/model/view/delivery-day.ts'
import { type Metric, metricValue, type ShownForecast } from '#web/model/view/metric.ts'

type CountryHours = ShownForecast[string]

interface DaySparklineProps {
  hours: CountryHours
  hour: number
  metric: Metric
  /** How high zero is in all sparklines, from 0 at the foot to 1. */
  zeroShare: number
}

/** The course of a country's day at a glance, with a line at the selected hour. Decoration beside the number. */
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

export function dayValues(hours: CountryHours, metric: Metric): (number | null)[] {
  return Array.from({ length: LAST_HOUR + 1 }, (_, hour) => {
    const entry = hours[hourKey(FIRST_HOUR + hour)]
    return entry === undefined ? null : metricValue(metric, entry)
  })
}

/** The height of zero that all days have room for, each in its own scale: 0 where nothing is below it, and never the whole height. */
export function commonZero(days: readonly (readonly (number | null)[])[]): number {
  const shares = days.map((values) => {
    const { least, most } = rangeOf(values)
    return most === least ? 0 : -least / (most - least)
  })
  return Math.min(0.95, Math.max(0, ...shares))
}

/** Zero is always part of it. */
function rangeOf(values: readonly (number | null)[]): { least: number; most: number } {
  const known = values.filter((value) => value !== null)
  return { least: Math.min(0, ...known), most: Math.max(0, ...known) }
}

const Curve = memo(function Curve({ hours, metric, zeroShare }: Omit<DaySparklineProps, 'hour'>) {
  const { curve, lowest, top, height } = sparkline(dayValues(hours, metric), zeroShare)
  return (
    <svg
      viewBox={`0 ${-top} ${LAST_HOUR} ${height}`}
      // As wide as there is room; the lines stay as thick.
      preserveAspectRatio="none"
      className="size-full overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
    >
      <path d={`M0 0H${LAST_HOUR}`} className="stroke-line-strong" strokeDasharray="2 3" />
      <path d={curve} className="stroke-curve-final" strokeWidth="1.5" strokeLinejoin="round" />
      {/* A line without length is a dot, which is not stretched. */}
      <path d={lowest} className="stroke-ink" strokeWidth="5" strokeLinecap="round" />
    </svg>
  )
})

/** SVG paths through the hours of a day, and a dot at the lowest; missing values leave a gap. Zero stands below `top`, as high as all days have it. */
export function sparkline(values: readonly (number | null)[], zeroShare: number) {
  const { least, most } = rangeOf(values)
  const height = Math.max(most > 0 ? most / (1 - zeroShare) : 0, least < 0 ? -least / zeroShare : 0) || 1
  const curve = values.map((value, hour) =>
    value === null ? '' : `${(values[hour - 1] ?? null) === null ? 'M' : 'L'}${hour} ${-value}`,
  )
  const lowestMw = Math.min(...values.filter((value) => value !== null))
  const lowest = values.indexOf(lowestMw)
  return {
    curve: curve.join(''),
    lowest: lowest === -1 ? '' : `M${lowest} ${-lowestMw}h0`,
    top: (1 - zeroShare) * height,
    height,
  }
}
