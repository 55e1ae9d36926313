import type { Frequency } from '#contract/query.ts'
import { daysWithin, hourEdges, hourEdgesOfDay } from '#server/series/local-calendar.ts'
import { type Block, HOUR_MS, MINUTE_MS, type Span } from '#server/series/series.ts'

/** The clock hours of an answer and, for daily figures, the days that they make up. */
export interface TimeBuckets {
  /** Where the hours begin, and where the last one ends; empty where the answer has none. */
  hourEdges: readonly number[]
  /** Whether every hour is sixty minutes long: what is stored by the hour can then be taken as it is. */
  hasEvenHours: boolean
  /** Days with the number of their first hour and of the one after their last; null for hourly figures. */
  days: readonly DayBucket[] | null
}

export interface DayBucket extends Span {
  firstHour: number
  endHour: number
}

/** A day counts as whole with this many hours missing. */
const MAX_MISSING_HOURS = 2

/** The hours, or the days with their hours, whose stamps lie in a span, by the clocks of a zone. */
export function bucketsOf(span: Span, frequency: Frequency, zone: string): TimeBuckets {
  if (frequency === 'H') {
    const edges = hourEdges(span, zone)
    return { hourEdges: edges, hasEvenHours: areEven(edges), days: null }
  }
  const edges: number[] = []
  const days: DayBucket[] = []
  for (const day of daysWithin(span, zone)) {
    const ofDay = hourEdgesOfDay(day)
    if (edges.length === 0) edges.push(day.fromUtc)
    const firstHour = edges.length - 1
    for (let hour = 1; hour < ofDay.length; hour += 1) edges.push(ofDay[hour] ?? day.toUtc)
    days.push({ fromUtc: day.fromUtc, toUtc: day.toUtc, firstHour, endHour: edges.length - 1 })
  }
  return { hourEdges: edges, hasEvenHours: areEven(edges), days }
}

/** The stamps of an answer. */
export function stampsOf({ hourEdges, days }: TimeBuckets): readonly number[] {
  return days ? days.map((day) => day.fromUtc) : hourEdges.slice(0, -1)
}

/** Whether every hour is sixty minutes long and follows the one before. */
function areEven(edges: readonly number[]): boolean {
  return edges.every((edge, index) => index === 0 || edge - (edges[index - 1] ?? 0) === HOUR_MS)
}

/**
 * The mean of every clock hour; NaN where any part of the hour is missing. The block must reach from the first edge to the last.
 */
export function hourlyMeans(
  block: Block,
  { hourEdges: edges, hasEvenHours }: Pick<TimeBuckets, 'hourEdges' | 'hasEvenHours'>,
): Float64Array {
  const stepMs = block.stepMinutes * MINUTE_MS
  if (stepMs === HOUR_MS && hasEvenHours) return block.powerMw
  const means = new Float64Array(Math.max(0, edges.length - 1))
  for (let hour = 0; hour < means.length; hour += 1) {
    const fromMs = (edges[hour] ?? 0) - block.startsAtUtc
    const toMs = (edges[hour + 1] ?? 0) - block.startsAtUtc
    let sum = 0
    for (let slot = Math.floor(fromMs / stepMs); slot * stepMs < toMs; slot += 1) {
      // A clock that changes by half an hour can cut a slot in two.
      const sharedMs = Math.min(toMs, (slot + 1) * stepMs) - Math.max(fromMs, slot * stepMs)
      sum += (block.powerMw[slot] ?? Number.NaN) * sharedMs
    }
    means[hour] = sum / (toMs - fromMs)
  }
  return means
}

/** The mean of every day from its hours; NaN where more than two hours are missing. */
export function dailyMeans(hours: Float64Array, days: readonly DayBucket[]): Float64Array {
  return Float64Array.from(days, ({ firstHour, endHour }) => {
    let sum = 0
    let present = 0
    for (let hour = firstHour; hour < endHour; hour += 1) {
      const value = hours[hour] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      present += 1
    }
    return endHour - firstHour - present <= MAX_MISSING_HOURS ? sum / present : Number.NaN
  })
}
