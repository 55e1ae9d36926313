import { addDays, addMonths, startOfDay } from 'date-fns'

import type { RelativeDay, RelativeRange } from '#contract/dashboard-address.ts'
import { inZone } from '#web/zone/display-zone.ts'

import { endOfDayMinute, type GraphFilters } from './graph-card.ts'

/** The days that a range covers now, from 00:00 of the first to 23:59 of the last. */
export function resolveRange(
  { from, to }: RelativeRange,
  nowMs: number,
): Pick<GraphFilters, 'dateFrom' | 'dateTo'> {
  return {
    dateFrom: startOfDay(dayFrom(from, nowMs)).toISOString(),
    dateTo: endOfDayMinute(dayFrom(to, nowMs)).toISOString(),
  }
}

function dayFrom({ months, days }: RelativeDay, nowMs: number): Date {
  return addDays(addMonths(inZone(nowMs), months), days)
}

/** A range in words: "Last 7 days", "Last 7 days until tomorrow", "Yesterday", "From 10 days ago until 3 days ago". */
export function describeRelative({ from, to }: RelativeRange): string {
  if (from.months === to.months && from.days === to.days) return upperFirst(describeDay(to))
  const span = describeSpan(from)
  if (span !== null && to.months === 0 && to.days === 0) return `Last ${span}`
  if (span !== null && to.months === 0 && to.days === 1) return `Last ${span} until tomorrow`
  return `From ${describeDay(from)} until ${describeDay(to)}`
}

/** How many days or months lie between a day and today, both included; `null` if they are not whole. */
function describeSpan({ months, days }: RelativeDay): string | null {
  if (months === 0) return days < 0 ? count(1 - days, 'day') : null
  return months < 0 && days === 1 ? count(-months, 'month') : null
}

function describeDay({ months, days }: RelativeDay): string {
  if (months === 0 && days === 0) return 'today'
  if (months === 0 && days === 1) return 'tomorrow'
  if (months === 0 && days === -1) return 'yesterday'
  const parts = [...(months === 0 ? [] : [seen(months, 'month')]), ...(days === 0 ? [] : [seen(days, 'day')])]
  return parts.join(', ')
}

const seen = (number: number, unit: string) =>
  number < 0 ? `${count(-number, unit)} ago` : `${count(number, unit)} ahead`
const count = (number: number, unit: string) => (number === 1 ? `1 ${unit}` : `${number} ${unit}s`)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
