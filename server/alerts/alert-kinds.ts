import { type AlertMeasure, hasThreshold, type ThresholdRule } from '#contract/alerts.ts'
import type { MemberCode } from '#contract/areas.ts'
import type { Delay } from '#contract/data-days.ts'
import { RAMP_HOURS, rampMw } from '#contract/forecast.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { tomorrowAt } from '#server/calendar/local-calendar.ts'
import { bucketsOf } from '#server/calendar/time-buckets.ts'
import type { ReadMeans } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import type { Block, ByQuantity } from '#server/series/series.ts'

import { type Crossing, writeBriefing, writeCrossing, writeLate, writeRun } from './message-body.ts'
import type { AlertRule } from './watch-store.ts'

/** `body` is a message. */
export type Finding =
  /** `body` is null while the rule is not crossed. `day` is the delivery day of a rule about tomorrow. */
  | { kind: 'values'; day: string | null; body: string | null }
  /** `body` is null for an event older than the rule. */
  | { kind: 'event'; event: string; body: string | null }

/** Null if no value is known; the state then stays. */
type CheckRule = (rule: AlertRule, nowUtc: number) => Promise<Finding | null>

export interface KindParts {
  readMeans: ReadMeans
  /** By hour of UTC; the band is of residual load. */
  readFinal: (area: MemberCode, span: Span) => Promise<ByQuantity<Block> & Record<'p10' | 'p90', Block>>
  /** Change of the final residual load since the previous run. */
  readChange: (area: MemberCode, span: Span) => Promise<Block>
  readDelays: (area: MemberCode, nowUtc: number) => Promise<readonly Delay[]>
  /** For the map's countries. */
  readNewestRun: () => Promise<{ day: string; issuedAtUtc: string } | null>
  /** The morning sheet as text. */
  readSheet: (day: string) => Promise<string>
  /** Null unless it is due today. */
  readDueBriefing: (userId: number) => Promise<string | null>
}

/** For a rule about tomorrow, a crossing counts only on its delivery day. */
export const wasCrossed = ({ isCrossed, told }: AlertRule, day: string | null) =>
  isCrossed === true && (day === null || told.includes(day))

export function createAlertKinds(parts: KindParts): Readonly<Record<AlertMeasure, CheckRule>> {
  const { readFinal, readChange } = parts
  const final = (key: 'load' | 'solar' | 'wind' | 'p10' | 'p90') =>
    createThresholdKind(async (area, span) => (await readFinal(area, span))[key].powerMw)
  const readResidual: ReadHours = async (area, span) => residualBlock(await readFinal(area, span)).powerMw

  return {
    residual: createThresholdKind(readResidual),
    load: final('load'),
    solar: final('solar'),
    wind: final('wind'),
    p10: final('p10'),
    p90: final('p90'),
    change: createThresholdKind(async (area, span) => (await readChange(area, span)).powerMw),
    ramp: createThresholdKind(async (area, span) => {
      const residualMw = await readResidual(area, span)
      return residualMw.map((mw, hour) => rampMw(residualMw[hour - RAMP_HOURS], mw) ?? NaN)
    }),
    error: createThresholdKind(async (area, span) => {
      const forecastMw = await readResidual(area, span)
      const actual = await parts.readMeans([area], 'residual', 'actual', bucketsOf(span, 'H', 'UTC'))
      return forecastMw.map((mw, hour) => Math.abs(mw - (actual.get(area)?.powerMw[hour] ?? NaN)))
    }),
    late: createLateKind(parts),
    run: createRunKind(parts),
    briefing: createBriefingKind(parts),
  }
}

/** MW; NaN for missing. */
type ReadHours = (area: MemberCode, span: Span) => Promise<Float64Array>

function createThresholdKind(readHours: ReadHours): CheckRule {
  return async (rule, nowUtc) => {
    if (!hasThreshold(rule)) throw new Error('An alert has no threshold')
    const span = spanOf(rule, nowUtc)
    const day = rule.hours === 'tomorrow' ? marketDay(span.fromUtc) : null
    const limit = wasCrossed(rule, day) ? limitToEnd(rule) : rule
    const crossing = findCrossing(limit, span.fromUtc, await readHours(rule.area, span))
    if (crossing === undefined) return null
    return { kind: 'values', day, body: crossing && writeCrossing(rule, crossing, nowUtc) }
  }
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
  const known = Array.from(powerMw, toPower).flatMap((mw, hour) =>
    mw === null ? [] : [{ utc: fromUtc + hour * HOUR_MS, mw }],
  )
  if (known.length === 0) return undefined
  const beyond = known.filter(({ mw }) => sign * (mw - thresholdMw) > 0)
  const [first] = beyond
  if (first === undefined) return null
  const furthest = beyond.reduce((far, one) => (sign * (one.mw - far.mw) > 0 ? one : far), first)
  return { first, furthest, hours: beyond.length }
}

const HOUR_MINUTES = HOUR_MS / MINUTE_MS

/** Compares the excess over the usual delay with the rule's hours; values without a usual delay do not count. */
function createLateKind({ readDelays }: KindParts): CheckRule {
  return async (rule, nowUtc) => {
    const { area, hours } = rule
    if (area === null || typeof hours !== 'number') throw new Error('An alert has no area or no hours')
    const limit = { side: 'above', thresholdMw: hours * HOUR_MINUTES } as const
    const { thresholdMw: leastMinutes } = rule.isCrossed ? limitToEnd(limit) : limit
    const delays = await readDelays(area, nowUtc)
    const later = delays.flatMap((delay) =>
      delay.usualMinutes === null ? [] : [{ delay, byMinutes: delay.nowMinutes - delay.usualMinutes }],
    )
    if (later.length === 0) return null
    const late = later.filter(({ byMinutes }) => byMinutes > leastMinutes).map(({ delay }) => delay)
    return { kind: 'values', day: null, body: late.length === 0 ? null : writeLate(rule, late, nowUtc) }
  }
}

/** The first check only notes the newest run. */
function createRunKind({ readNewestRun, readSheet }: KindParts): CheckRule {
  return async (rule, nowUtc) => {
    const run = await readNewestRun()
    const event = run === null ? 'none' : `${run.day} ${run.issuedAtUtc}`
    if (rule.told.includes(event)) return null
    const isSent = run !== null && rule.told.length > 0
    return {
      kind: 'event',
      event,
      body: isSent ? writeRun(rule, run, await readSheet(run.day), nowUtc) : null,
    }
  }
}

/** One briefing a delivery day. If it is already due at the first check it is not sent. */
function createBriefingKind({ readDueBriefing }: KindParts): CheckRule {
  return async (rule, nowUtc) => {
    const day = marketDay(nowUtc, 1)
    if (rule.told.includes(day)) return null
    const briefing = await readDueBriefing(rule.userId)
    if (rule.told.length === 0) return { kind: 'event', event: briefing === null ? 'none' : day, body: null }
    return briefing === null
      ? null
      : { kind: 'event', event: day, body: writeBriefing(rule, day, briefing, nowUtc) }
  }
}
