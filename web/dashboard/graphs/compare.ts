import { DAY_MS } from '#contract/time.ts'
import type { Comparison } from '#web/chart/data/chart-data.ts'
import { momentOf, momentsOf, wallClock } from '#web/zone/wall-clock.ts'

import { atAllStamps, isActual, isForecast, positionsOf } from './curves.ts'
import type { CompareWith, GraphCurve, GraphData, GraphFilters } from './graph-card.ts'

export const COMPARE_LABELS: Readonly<Record<CompareWith, string>> = {
  none: 'None',
  day: 'Previous day',
  week: 'Previous week',
  year: 'Previous year',
}

/** `previous week`, after names of curves. */
export const periodName = (compareWith: CompareWith) => COMPARE_LABELS[compareWith].toLowerCase()

/** A year is 52 weeks, so that weekdays match. */
const DAYS_BACK: Readonly<Record<Exclude<CompareWith, 'none'>, number>> = { day: 1, week: 7, year: 364 }

export function createComparedFilters(filters: GraphFilters): GraphFilters | null {
  if (filters.compareWith === 'none') return null
  const backMs = DAYS_BACK[filters.compareWith] * DAY_MS
  const earlier = (instant: string) =>
    new Date(momentOf(+wallClock(Date.parse(instant)) - backMs)).toISOString()
  return { ...filters, dateFrom: earlier(filters.dateFrom), dateTo: earlier(filters.dateTo) }
}

/** Moves the earlier period by calendar days, so that a clock change does not shift it. */
export function mergeCompared(
  chosen: GraphData,
  compared: GraphData,
  compareWith: Exclude<CompareWith, 'none'>,
): GraphData {
  const earlier = compared.curves.map((curve): GraphCurve => ({
    ...curve,
    name: `${curve.name} · ${periodName(compareWith)}`,
    isEarlier: true,
    style: 'dimmed',
    colourIndex: chosen.curves.find(({ name }) => name === curve.name)?.colourIndex ?? curve.colourIndex,
  }))
  return atAllStamps([
    { positions: positionsOf(chosen.timesS), curves: chosen.curves },
    { positions: movedPositions(compared.timesS, DAYS_BACK[compareWith]), curves: earlier },
  ])
}

function movedPositions(timesS: readonly number[], days: number): Map<number, number> {
  const positions = new Map<number, number>()
  for (const [position, timeS] of timesS.entries()) {
    // A skipped hour has no moment, a repeated hour has two.
    const [first, second] = momentsOf(+wallClock(timeS * 1000) + days * DAY_MS)
    if (first === undefined) continue
    const isRepeated = positions.has(first / 1000)
    // A second repeated hour is dropped on an ordinary day, and kept on another day that repeats it.
    if (!isRepeated) positions.set(first / 1000, position)
    if (second !== undefined) positions.set(second / 1000, position)
  }
  return positions
}

export function earlierTimeS(timeS: number, compareWith: Exclude<CompareWith, 'none'>): number {
  const wallMs = +wallClock(timeS * 1000)
  const isSecond = (momentsOf(wallMs)[0] ?? 0) < timeS * 1000
  const [first, second] = momentsOf(wallMs - DAYS_BACK[compareWith] * DAY_MS)
  const earlierMs = (isSecond ? second : undefined) ?? first
  return (earlierMs ?? timeS * 1000 - DAYS_BACK[compareWith] * DAY_MS) / 1000
}

/** Compares the earlier actual with the actual, its future hours with a forecast, ours first. Without an earlier actual, compares each curve with its earlier one. */
export function comparisonOf(curves: readonly GraphCurve[], compareWith: CompareWith): Comparison | null {
  if (compareWith === 'none') return null
  const earlier = curves.find((curve) => isActual(curve) && curve.isEarlier)
  const own = curves.filter(({ isEarlier }) => !isEarlier)
  const measured = own.filter(isActual)
  const compared = [...measured, ...own.filter(isForecast).toReversed()]
  const names = compared.map(({ name }) => name)
  const alike = own.flatMap(({ name, ownName }) => {
    const before = curves.find((curve) => curve.isEarlier && curve.ownName === ownName)
    return before && !names.includes(name)
      ? { names: [name], measuredName: null, earlierName: before.name }
      : []
  })
  return {
    period: periodName(compareWith),
    pairs: earlier ? [{ names, measuredName: measured[0]?.name ?? null, earlierName: earlier.name }] : alike,
    earlierTimeS: (timeS) => earlierTimeS(timeS, compareWith),
  }
}
