import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { memo, useState } from 'react'

import { MAX_FOLLOWED } from '#contract/briefing.ts'
import { areaOfCountry } from '#contract/countries.ts'
import { follow, followedQuery } from '#web/api/briefing.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { useAttempt } from '#web/api/use-attempt.ts'
import type { ShapeTone } from '#web/map/shape-paint.ts'
import { FIRST_HOUR, hourKey, LAST_HOUR } from '#web/model/view/delivery-day.ts'
import {
  formatMetric,
  type Metric,
  measureOf,
  metricValue,
  type ShownForecast,
} from '#web/model/view/metric.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Panel } from '#web/ui/panel.tsx'

import { type Country, toneOf, valueAt } from './countries.ts'

export interface ShownHour {
  countries: readonly Country[]
  answer: ShownForecast | undefined
  hour: number
  metric: Metric
  selected: string | null
  onSelect: (code: string) => void
}

const ORDERS = ['name', 'value', 'change'] as const
type Order = (typeof ORDERS)[number]

const MARKS: Readonly<Record<ShapeTone, string>> = {
  positive: 'bg-positive',
  negative: 'bg-negative',
  missing: 'bg-missing',
  land: 'bg-missing',
}

export function CountryList(props: ShownHour) {
  const { countries, answer, hour, metric } = props
  const [order, setOrder] = useState<Order>('name')
  const figure: Metric = order === 'change' ? 'against-today' : metric
  const { label, unit } = measureOf(figure, isOwnBackend())
  const rows = countries.map((country) => ({
    ...country,
    value: valueAt(answer, { country: country.code, hour, metric: figure }),
  }))
  if (order !== 'name') rows.sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0)
  return (
    <Panel aria-label="Countries" className="flex flex-col">
      <div className="flex flex-wrap items-center gap-x-3 px-3.5 pt-2 pb-1 text-sm text-ink-muted">
        <h2 tabIndex={-1} className="font-medium text-ink outline-none">
          Countries
        </h2>
        <select
          aria-label="Sort countries by"
          value={order}
          className={classNames(
            '-mx-1 min-h-7 cursor-pointer rounded-control bg-surface px-1 font-medium text-accent-strong print:hidden',
            order === 'name' && 'pointer-fine:[section:not(:hover,:focus-within)_&]:opacity-0',
          )}
          onChange={({ target }) => setOrder(ORDERS.find((known) => known === target.value) ?? order)}
        >
          {ORDERS.map((value) => (
            <option key={value} value={value}>
              by {value}
            </option>
          ))}
        </select>
        <span className="ml-auto text-right">{[label, unit].filter(Boolean).join(', ')}</span>
      </div>
      <ul className="grid grow grid-cols-1 gap-px p-1.5 pt-0 sm:max-lg:grid-cols-2 print:grid-cols-2 max-lg:content-start lg:auto-rows-fr">
        {rows.map(({ code, name, value }) => (
          <CountryItem key={code} {...props} code={code} name={name} value={value} figure={figure} />
        ))}
      </ul>
    </Panel>
  )
}

function CountryItem(props: ShownHour & Country & { value: number | null; figure: Metric }) {
  const { code, name, value, figure, answer, hour, metric, selected } = props
  return (
    <li className="group flex">
      <button
        type="button"
        aria-pressed={code === selected}
        onClick={() => props.onSelect(code)}
        className={classNames(
          'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-control px-2 text-left text-base',
          code === selected
            ? 'bg-accent-soft font-medium text-accent-strong forced-colors:outline-2'
            : 'text-ink hover:bg-sunken',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'size-2.5 shrink-0 rounded-full forced-color-adjust-none',
            MARKS[toneOf(value)],
          )}
        />
        <span className="min-w-28 flex-1 leading-tight">{name}</span>
        {answer?.[code] !== undefined && <DaySparkline hours={answer[code]} hour={hour} metric={metric} />}
        <span className="tabular min-w-14 shrink-0 text-right text-sm">{formatMetric(figure, value)}</span>
      </button>
      <FollowStar code={code} name={name} />
    </li>
  )
}

/** Follows a country in the briefing of Home. Another backend, and countries without a forecast, have no star. */
const FollowStar = memo(function FollowStar({ code, name }: { code: string; name: string }) {
  const { data } = useQuery(followedQuery)
  const { attempt, isBusy } = useAttempt(followedQuery)
  const area = areaOfCountry(code)
  if (data === null || area === null) return null
  const areas = data?.areas ?? []
  const isFollowed = areas.includes(area)
  const isFull = areas.length >= MAX_FOLLOWED && !isFollowed
  return (
    <button
      type="button"
      aria-label={`Follow ${name}`}
      aria-pressed={isFollowed}
      title={isFull ? `Home has ${MAX_FOLLOWED} countries already` : `Follow ${name} on Home`}
      disabled={data === undefined || isBusy || isFull}
      onClick={() => attempt(() => follow(area, !isFollowed))}
      className="flex min-h-8 w-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-muted opacity-0 group-hover:opacity-100 hover:bg-sunken focus-visible:opacity-100 disabled:text-line-strong aria-pressed:text-accent aria-pressed:opacity-100 pointer-coarse:opacity-100 print:hidden"
    >
      <Star aria-hidden className={isFollowed ? 'size-4 fill-current' : 'size-4'} />
    </button>
  )
})

type CountryHours = ShownForecast[string]

interface DaySparklineProps {
  hours: CountryHours
  hour: number
  metric: Metric
}

/** Decoration beside the number. */
function DaySparkline({ hour, ...day }: DaySparklineProps) {
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
