import type { FastifyBaseLogger } from 'fastify'

import { type AlertMeasure, hasThreshold, type ThresholdRule } from '#contract/alerts.ts'
import type { MemberCode } from '#contract/areas.ts'
import type { Delay } from '#contract/data-days.ts'
import { RAMP_HOURS, rampMw } from '#contract/forecast.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { bucketsOf } from '#server/calendar/time-buckets.ts'
import type { Clock } from '#server/clock.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import { createReadMeans, type MeansParts } from '#server/series/means/means.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import type { Revision } from '#server/series/revision.ts'
import type { Block, ByQuantity } from '#server/series/series.ts'

import type { AlertRule, AlertStore } from './alert-store.ts'
import { findCrossing, limitToEnd, spanOf } from './crossing.ts'
import { writeBriefing, writeCrossing, writeLate, writeRun } from './message-body.ts'
import { type Message, type SendMessage, urlFault } from './send-message.ts'

const CHECK_EVERY_MS = 5000
const HOUR_MINUTES = HOUR_MS / MINUTE_MS
/** True if a rule is crossed for a delivery day; a crossing of another one is over. */
const wasCrossed = ({ isCrossed, crossedDay }: AlertRule, day: string | null) =>
  isCrossed === true && crossedDay === day

export interface AlertWatchParts extends LeaderParts, Pick<MeansParts, 'series'> {
  alerts: AlertStore
  /** The final forecasts of an area by hour of UTC, and the band of residual load. */
  readFinal: (area: MemberCode, span: Span) => Promise<ByQuantity<Block> & Record<'p10' | 'p90', Block>>
  /** By how much the final forecast of residual load is above that of the run before. */
  readChange: (area: MemberCode, span: Span) => Promise<Block>
  /** How late the actual values of an area are, now and usually. */
  readDelays: (area: MemberCode, nowUtc: number) => Promise<readonly Delay[]>
  /** The last run for the map's countries. */
  readNewestRun: () => Promise<{ day: string; issuedAtUtc: string } | null>
  /** The morning sheet of a market day as text. */
  readSheet: (day: string) => Promise<string>
  /** The briefing of a user's countries for the market's tomorrow as text; null unless it is due today. */
  readDueBriefing: (userId: number) => Promise<string | null>
  revision: Revision
  send: SendMessage
  /** Hosts that messages may go to. One to another host waits until a server allows it. */
  hosts: readonly string[]
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Looks at the rules of all users when values, runs or rules change, and when an hour begins. Without rules it does nothing. */
export function createAlertWatch(parts: AlertWatchParts) {
  const { alerts, readFinal, readChange, readDelays, readNewestRun, readSheet, readDueBriefing, revision } =
    parts
  const { send, hosts, clock, logger, leadership } = parts
  const readMeans = createReadMeans(parts)
  const sending = new Map<string, { done: Promise<void>; stop: AbortController }>()
  /** Messages that were delivered (null) or given up, until that is stored. */
  const ended = new Map<string, string | null>()
  let checkedState = ''

  async function readHours({ area, measure }: ThresholdRule, span: Span): Promise<Float64Array> {
    if (measure === 'change') return (await readChange(area, span)).powerMw
    const final = await readFinal(area, span)
    const blocks: Partial<Record<AlertMeasure, Block>> = final
    if (blocks[measure]) return blocks[measure].powerMw
    const { powerMw } = residualBlock(final)
    if (measure === 'ramp') return powerMw.map((mw, hour) => rampMw(powerMw[hour - RAMP_HOURS], mw) ?? NaN)
    if (measure !== 'error') return powerMw
    const actual = (await readMeans([area], 'residual', 'actual', bucketsOf(span, 'H', 'UTC'))).get(area)
    return powerMw.map((mw, hour) => Math.abs(mw - (actual?.powerMw[hour] ?? NaN)))
  }

  /** Sends a message about each run after the one that was the newest when the rule was first checked. */
  async function checkRun(rule: AlertRule, nowUtc: number): Promise<void> {
    const run = await readNewestRun()
    const known = run === null ? 'none' : `${run.day} ${run.issuedAtUtc}`
    if (known === rule.lastRun) return
    const isSent = run !== null && rule.lastRun !== null
    const body = isSent ? writeRun(rule, run, await readSheet(run.day), nowUtc) : null
    await alerts.noteRun(rule.id, known, body, nowUtc)
  }

  /** Sends one briefing for each delivery day, unless it was due already when the rule was first checked. */
  async function checkBriefing(rule: AlertRule, nowUtc: number): Promise<void> {
    const day = marketDay(nowUtc, 1)
    if (rule.lastRun === day) return
    const briefing = await readDueBriefing(rule.userId)
    if (rule.lastRun === null) await alerts.noteRun(rule.id, briefing === null ? 'none' : day, null, nowUtc)
    else if (briefing !== null)
      await alerts.noteRun(rule.id, day, writeBriefing(rule, day, briefing, nowUtc), nowUtc)
  }

  /** Compares by how much values are later than usual with the hours of the rule; those whose usual delay is unknown do not count. */
  async function checkLate(rule: AlertRule & { area: MemberCode }, nowUtc: number): Promise<void> {
    const delays = await readDelays(rule.area, nowUtc)
    const known = delays.filter(({ usualMinutes }) => usualMinutes !== null)
    const limit = { side: 'above', thresholdMw: Number(rule.hours) * HOUR_MINUTES } as const
    const { thresholdMw: leastMinutes } = rule.isCrossed ? limitToEnd(limit) : limit
    const late = known.filter(
      ({ nowMinutes, usualMinutes }) => nowMinutes - (usualMinutes ?? 0) > leastMinutes,
    )
    if (known.length > 0)
      await note(rule, null, late.length === 0 ? null : writeLate(rule, late, nowUtc), nowUtc)
  }

  /** Keeps the message of a rule that is crossed now and was not; null for one that is not crossed. */
  async function note(rule: AlertRule, day: string | null, body: string | null, nowUtc: number) {
    const isNew = body !== null && !wasCrossed(rule, day) && (await alerts.cross(rule.id, day, body, nowUtc))
    if (isNew) logger.info({ alertId: rule.id }, 'alert crossed')
    else if (rule.isCrossed !== (body !== null)) await alerts.mark(rule.id, body !== null)
  }

  async function check(rule: AlertRule, nowUtc: number): Promise<void> {
    if (rule.measure === 'briefing') return checkBriefing(rule, nowUtc)
    if (rule.measure === 'late' && rule.area !== null) return checkLate({ ...rule, area: rule.area }, nowUtc)
    if (!hasThreshold(rule)) return checkRun(rule, nowUtc)
    const span = spanOf(rule, nowUtc)
    const day = rule.hours === 'tomorrow' ? marketDay(span.fromUtc) : null
    const limit = wasCrossed(rule, day) ? limitToEnd(rule) : rule
    const crossing = findCrossing(limit, span.fromUtc, await readHours(rule, span))
    // Where nothing is known, nothing has changed.
    if (crossing !== undefined)
      await note(rule, day, crossing && writeCrossing(rule, crossing, nowUtc), nowUtc)
  }

  /** Stores how the sending of a message ended. It is not sent again while that cannot be stored. */
  async function storeEnd(id: string, failure: string | null): Promise<void> {
    await alerts.end(id, failure, clock())
    ended.delete(id)
  }

  async function deliver(message: Message, signal: AbortSignal): Promise<void> {
    const { id } = message
    try {
      const failure = await send(message, signal)
      // Another leader sends it now.
      if (failure !== null && !leadership.isLeader()) return
      ended.set(id, failure)
      if (failure !== null) logger.warn({ messageId: id, reason: failure }, 'alert message given up')
      await storeEnd(id, failure)
    } catch (error) {
      if (!signal.aborted) logger.warn({ messageId: id, err: error }, 'the end of an alert message waits')
    } finally {
      sending.delete(id)
    }
  }

  function beginToSend(message: Message, signal: AbortSignal): void {
    if (sending.has(message.id)) return
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    sending.set(message.id, { stop, done: deliver(message, either) })
  }

  /** Looks at the rules where anything has changed and begins to send what is waiting. Rejects with a `DatabaseError`. */
  async function checkOnce(signal: AbortSignal): Promise<void> {
    const rules = await alerts.rules()
    if (rules.length === 0 && sending.size === 0) return
    const now = clock()
    const state = JSON.stringify([await revision.current(), Math.floor(now / HOUR_MS), rules])
    if (state !== checkedState) {
      for (const rule of rules)
        await check(rule, now).catch((error: unknown) => {
          if (error instanceof DatabaseError) throw error
          // A fault in one rule does not stop the others.
          logger.error({ err: error, alertId: rule.id }, 'alert failed')
        })
      checkedState = state
    }
    // The list may still have a message whose sending ends while it is read.
    const begun = new Set([...sending.keys(), ...ended.keys()])
    const waiting = await alerts.waiting()
    const waitingIds = new Set(waiting.map(({ id }) => id))
    // The rule of a message that does not wait any more has been removed or changed.
    for (const [id, { stop }] of sending) if (!waitingIds.has(id)) stop.abort()
    for (const id of ended.keys()) if (!waitingIds.has(id)) ended.delete(id)
    const unsent = waiting.filter(({ id }) => !begun.has(id))
    const faults = unsent.map((message) => ({ message, fault: urlFault(message.url, hosts) }))
    for (const { message, fault } of faults) if (fault === null) beginToSend(message, signal)
    for (const [id, failure] of ended) if (!sending.has(id)) await storeEnd(id, failure)
    for (const { message, fault } of faults)
      if (fault !== null && message.failure !== fault) await alerts.holdBack(message.id, fault)
  }

  const untilSent = () => Promise.all([...sending.values()].map(({ done }) => done))

  return {
    checkOnce,
    untilSent,
    /** Watches until aborted. Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      await repeatAsLeader({ ...parts, name: 'alerts' }, checkOnce, CHECK_EVERY_MS, signal)
      await untilSent()
    },
  }
}
