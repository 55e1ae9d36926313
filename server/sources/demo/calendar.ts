import { DAY_MS } from '#server/series/series.ts'

const MEAN_YEAR_MS = 365.2425 * DAY_MS
const YEAR_START_UTC = Date.UTC(2000, 0, 1)

/** 0 on 1 January, 2π a year later. */
export function yearAngle(utc: number): number {
  return (2 * Math.PI * (utc - YEAR_START_UTC)) / MEAN_YEAR_MS
}
