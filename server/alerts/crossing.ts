import type { ThresholdRule } from '#contract/alerts.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { tomorrowAt } from '#server/calendar/local-calendar.ts'
import { toPower } from '#server/series/power.ts'

/** An hour by its start. */
interface Moment {
  utc: number
  mw: number
}

/** Hours beyond the threshold. */
export interface Crossing {
  first: Moment
  furthest: Moment
  hours: number
}

/** The next whole hours, the last ones for errors, or the market's tomorrow. */
export function spanOf({ measure, hours }: Pick<ThresholdRule, 'measure' | 'hours'>, nowUtc: number): Span {
  if (hours === 'tomorrow') return tomorrowAt(nowUtc, MARKET_ZONE)
  const running = Math.floor(nowUtc / HOUR_MS) * HOUR_MS
  return measure === 'error'
    ? { fromUtc: running - hours * HOUR_MS, toUtc: running }
    : { fromUtc: running + HOUR_MS, toUtc: running + (hours + 1) * HOUR_MS }
}

type Limit = Pick<ThresholdRule, 'side' | 'thresholdMw'>

/** All values of a crossed rule must return past this limit: the threshold and a tenth more. */
export function limitToEnd({ side, thresholdMw }: Limit): Limit {
  const tenthMw = Math.abs(thresholdMw) / 10
  return { side, thresholdMw: side === 'above' ? thresholdMw - tenthMw : thresholdMw + tenthMw }
}

/** Hourly values from `fromUtc` on; null if all are within the limit, undefined without any value. */
export function findCrossing(
  { side, thresholdMw }: Limit,
  fromUtc: number,
  powerMw: ArrayLike<number>,
): Crossing | null | undefined {
  const sign = side === 'above' ? 1 : -1
  const known = Array.from(powerMw, toPower).flatMap((mw, hour): Moment[] =>
    mw === null ? [] : [{ utc: fromUtc + hour * HOUR_MS, mw }],
  )
  if (known.length === 0) return undefined
  const beyond = known.filter(({ mw }) => sign * (mw - thresholdMw) > 0)
  const [first] = beyond
  if (first === undefined) return null
  const furthest = beyond.reduce((far, one) => (sign * (one.mw - far.mw) > 0 ? one : far), first)
  return { first, furthest, hours: beyond.length }
}
