import { type CalendarDate, parseDate, startOfMonth, startOfWeek } from '@internationalized/date'

import { type RelativeDay, type RelativeRange, writeDay } from '#contract/dashboard-address.ts'
import { dayOf, wallClock } from '#web/zone/wall-clock.ts'

import { type DateRange, endOfDay, startOfDay } from './graph-card.ts'

export function resolveRange({ from, to }: RelativeRange, nowMs: number) {
  return { dateFrom: startOfDay(dayFrom(from, nowMs)), dateTo: endOfDay(dayFrom(to, nowMs)) }
}

/** Returns the same object if the range is unchanged, so that it is not rendered again. */
export function upToDate<Of extends DateRange>(filters: Of, nowMs: number): Of {
  if (filters.relative === null) return filters
  const range = resolveRange(filters.relative, nowMs)
  const isSame = range.dateFrom === filters.dateFrom && range.dateTo === filters.dateTo
  return isSame ? filters : { ...filters, ...range }
}

const STARTS = {
  week: (day: CalendarDate) => startOfWeek(day, 'en-US', 'mon'),
  month: (day: CalendarDate) => startOfMonth(day),
  // April and October.
  season: (day: CalendarDate) => startOfMonth(day).subtract({ months: (day.month + 2) % 6 }),
}

function dayFrom({ start, months, days }: RelativeDay, nowMs: number): string {
  const today = parseDate(dayOf(nowMs))
  return (start === undefined ? today : STARTS[start](today)).add({ months, days }).toString()
}

const day = (days: number, months = 0): RelativeDay => ({ months, days })
const [yesterday, today, tomorrow] = [day(-1), day(0), day(1)]

/** Ranges that end today include today. */
export const PRESETS: readonly (RelativeRange & { label: string })[] = [
  { label: 'Yesterday', from: yesterday, to: yesterday },
  { label: 'Today', from: today, to: today },
  { label: 'Tomorrow', from: tomorrow, to: tomorrow },
  { label: 'Last 7 days', from: day(-6), to: today },
  { label: 'Last 7 days and tomorrow', from: day(-6), to: tomorrow },
  { label: 'Last 30 days', from: day(-29), to: today },
  { label: 'Last 12 months', from: day(1, -12), to: today },
  // The following ranges are offered on request.
  { label: 'This week', from: { start: 'week', ...day(0) }, to: today },
  { label: 'Last month', from: { start: 'month', ...day(0, -1) }, to: { start: 'month', ...day(-1) } },
  { label: 'Last 90 days', from: day(-89), to: today },
  { label: 'Summer so far', from: { start: 'season', ...day(0) }, to: today },
]
export const FIRST_PRESETS = 7

const OCTOBER = 9

/** A link can have other ranges than the presets. */
export function describeRelative(range: RelativeRange, dateFrom: string): string {
  const write = ({ from, to }: RelativeRange) => `${writeDay(from)} ${writeDay(to)}`
  const label = PRESETS.find((preset) => write(preset) === write(range))?.label ?? rangeWords(range)
  return wallClock(Date.parse(dateFrom)).getUTCMonth() === OCTOBER ? label.replace('Summer', 'Winter') : label
}

const dayWords = ({ start, months, days }: RelativeDay) => {
  const periods: [number, string][] = [
    [months, 'month'],
    [days, 'day'],
  ]
  const moved = periods.flatMap(([count, unit]) =>
    count === 0
      ? []
      : [`${count > 0 ? '+' : '−'}${Math.abs(count)} ${unit}${Math.abs(count) === 1 ? '' : 's'}`],
  )
  return [start === undefined ? 'today' : `start of ${start}`, ...moved].join(' ')
}

/** `Last 60 days`, `Last 12 months and tomorrow`, otherwise both ends as seen from today. */
function rangeWords({ from, to }: RelativeRange): string {
  const isFromToday = from.start === undefined
  const isNearby = to.start === undefined && to.months === 0 && (to.days === 0 || to.days === 1)
  const end = to.days === 1 ? ' and tomorrow' : ''
  if (isFromToday && isNearby && from.months === 0 && from.days < 0) return `Last ${1 - from.days} days${end}`
  if (isFromToday && isNearby && from.months < 0 && from.days === 0)
    return `Last ${-from.months} months${end}`
  return `From ${dayWords(from)} to ${dayWords(to)}`
}
