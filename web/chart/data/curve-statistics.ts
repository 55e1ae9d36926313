import { indexFrom, type TimeWindow } from './time-window.ts'

/** What a curve did inside a window. Of equal lowest or highest values the first gives the stamp. */
export interface CurveStatistics {
  min: number
  minTimeS: number
  mean: number
  max: number
  maxTimeS: number
  last: number
  lastTimeS: number
}

/** Statistics of the values inside a window (`null`: everything); `null` if there are none. */
export function curveStatistics(
  timesS: readonly number[],
  values: readonly (number | null)[],
  window: TimeWindow | null,
): CurveStatistics | null {
  const start = window === null ? 0 : indexFrom(timesS, window.fromS)
  let low = -1
  let high = -1
  let last = -1
  let sum = 0
  let count = 0
  for (let index = start; index < timesS.length; index++) {
    if (window !== null && (timesS[index] ?? 0) > window.toS) break
    const value = values[index] ?? null
    if (value === null) continue
    if (low < 0 || value < (values[low] ?? 0)) low = index
    if (high < 0 || value > (values[high] ?? 0)) high = index
    last = index
    sum += value
    count++
  }
  if (count === 0) return null
  return {
    min: values[low] ?? 0,
    minTimeS: timesS[low] ?? 0,
    mean: sum / count,
    max: values[high] ?? 0,
    maxTimeS: timesS[high] ?? 0,
    last: values[last] ?? 0,
    lastTimeS: timesS[last] ?? 0,
  }
}
