import { memo } from 'react'

import { FIRST_HOUR, hourKey, LAST_HOUR } from '#web/model/view/delivery-day.ts'
import { type Metric, metricValue, type ShownForecast } from '#web/model/view/metric.ts'

const WIDTH_PX = 216
const HEIGHT_PX = 30
const PADDING_PX = 2

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
    <span aria-hidden className="relative h-[30px] min-w-0 flex-[3] xl:mx-3">
      <Curve {...day} />
      <span
        className="absolute inset-y-0 border-l border-accent"
        style={{ left: `${(hour / LAST_HOUR) * 100}%` }}
      />
    </span>
  )
}

/** The values of a day by hour. */
export function dayValues(hours: CountryHours, metric: Metric): (number | null)[] {
  return Array.from({ length: LAST_HOUR + 1 }, (_, hour) => {
    const entry = hours[hourKey(FIRST_HOUR + hour)]
    return entry === undefined ? null : metricValue(metric, entry)
  })
}

/** The height of zero that all days have room for, each in its own scale: 0 where nothing is below it, 1 where nothing is above. */
export function commonZero(days: readonly (readonly (number | null)[])[]): number {
  return Math.max(
    0,
    ...days.map((values) => {
      const { least, most } = rangeOf(values)
      return most === least ? 0 : -least / (most - least)
    }),
  )
}

/** Zero is always part of it. */
function rangeOf(values: readonly (number | null)[]): { least: number; most: number } {
  const known = values.filter((value) => value !== null)
  return { least: Math.min(0, ...known), most: Math.max(0, ...known) }
}

const Curve = memo(function Curve({ hours, metric, zeroShare }: Omit<DaySparklineProps, 'hour'>) {
  const { curve, zeroY, lowest } = sparkline(dayValues(hours, metric), zeroShare, {
    widthPx: WIDTH_PX,
    heightPx: HEIGHT_PX,
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      // As wide as there is room; the lines stay as thick.
      preserveAspectRatio="none"
      className="size-full overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
    >
      <path d={`M0 ${zeroY}H${WIDTH_PX}`} className="stroke-line-strong" strokeDasharray="2 3" />
      <path d={curve} className="stroke-ink-muted" strokeWidth="1.5" strokeLinejoin="round" />
      {lowest !== null && (
        // A line without length is a dot, which is not stretched.
        <path d={`M${lowest.x} ${lowest.y}h0`} className="stroke-ink" strokeWidth="5" strokeLinecap="round" />
      )}
    </svg>
  )
})

/** An SVG path through evenly spaced values, as high as zero leaves room for; missing values leave a gap. And its lowest point. */
export function sparkline(
  values: readonly (number | null)[],
  zeroShare: number,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): { curve: string; zeroY: number; lowest: { x: number; y: number } | null } {
  const roomPx = heightPx - 2 * PADDING_PX
  const { least, most } = rangeOf(values)
  const scales = [
    ...(most > 0 ? [((1 - zeroShare) * roomPx) / most] : []),
    ...(least < 0 ? [(zeroShare * roomPx) / -least] : []),
  ]
  const pxPerUnit = scales.length === 0 ? 0 : Math.min(...scales)
  const zeroY = heightPx - PADDING_PX - zeroShare * roomPx
  const y = (value: number) => round(zeroY - value * pxPerUnit)
  const x = (index: number) => round((index / Math.max(values.length - 1, 1)) * widthPx)
  const curve = values
    .map((value, index) =>
      value === null ? '' : `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('')
  const low = values.reduce<number | null>(
    (best, value, index) => (value !== null && (best === null || value < (values[best] ?? 0)) ? index : best),
    null,
  )
  return { curve, zeroY: round(zeroY), lowest: low === null ? null : { x: x(low), y: y(values[low] ?? 0) } }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
