import type { FastifyBaseLogger } from 'fastify'

import { hasThreshold, type ThresholdRule } from '#contract/alerts.ts'
import type { MemberCode } from '#contract/areas.ts'
import { RAMP_HOURS } from '#contract/forecast.ts'
import type { Clock } from '#server/clock.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ByQuantity } from '#server/series/by-quantity.ts'
import { bucketsOf } from '#server/series/calendar/time-buckets.ts'
import { createReadMeans, type MeansParts } from '#server/series/means/means.ts'
import { residualBlock } from '#server/series/means/residual-load.ts'
import type { Revision } from '#server/series/revision.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'

import type { AlertRule, AlertStore } from './alert-store.ts'
import { findCrossing, limitToEnd, spanOf } from './crossing.ts'
import { writeCrossing, writeRun } from './message-body.ts'
import { type Message, type SendMessage, urlFault } from './send-message.ts'

const CHECK_EVERY_MS = 5000

export interface AlertWatchParts extends LeaderParts, Pick<MeansParts, 'series'> {
  alerts: AlertStore
  /** The final forecasts of an area by hour of UTC. */
  readFinal: (area: MemberCode, span: Span) => Promise<ByQuantity<Block>>
  /** By how much the final forecast of residual load is above that of the run before. */
  readChange: (area: MemberCode, span: Span) => Promise<Block>
  /** The last run for the map's countries. */
  readNewestRun: () => Promise<{ day: string; issuedAtUtc: string } | null>
  /** The morning sheet of a market day as text. */
  readSheet: (day: string) => Promise<string>
  revision: Revision
  send: SendMessage
  /** Hosts that messages may go to. One to another host waits until a server allows it. */
  hosts: readonly string[]
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Looks at the rules of all users when values, runs or rules change, and when an hour begins. Without rules it does nothing. */
export function createAlertWatch(parts: AlertWatchParts) {
  const { alerts, readFinal, readChange, readNewestRun, readSheet, revision } = parts
  const { send, hosts, clock, logger } = parts
  const readMeans = createReadMeans(parts)
  const sending = new Map<string, { done: Promise<void>; stop: AbortController }>()
  let checkedState = ''

  async function readHours({ area, measure }: ThresholdRule, span: Span): Promise<Float64Array> {
    if (measure === 'change') return (await readChange(area, span)).powerMw
    const final = await readFinal(area, span)
    if (measure === 'load' || measure === 'solar' || measure === 'wind') return final[measure].powerMw
    const { powerMw } = residualBlock(final)
    if (measure === 'ramp') return powerMw.map((mw, hour) => mw - (powerMw[hour - RAMP_HOURS] ?? NaN))
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

  async function check(rule: AlertRule, nowUtc: number): Promise<void> {
    if (!hasThreshold(rule)) return checkRun(rule, nowUtc)
    const span = spanOf(rule, nowUtc)
    const limit = rule.isCrossed === true ? limitToEnd(rule) : rule
    const crossing = findCrossing(limit, span.fromUtc, await readHours(rule, span))
    // Where nothing is known, nothing has changed.
    if (crossing === undefined) return
    if (crossing === null) {
      if (rule.isCrossed !== false) await alerts.uncross(rule.id)
    } else if (
      rule.isCrossed !== true &&
      (await alerts.cross(rule.id, writeCrossing(rule, crossing, nowUtc), nowUtc))
    ) {
      logger.info({ alertId: rule.id }, 'alert crossed')
    }
  }

  async function deliver(id: string, sent: Promise<string | null>, signal: AbortSignal): Promise<void> {
    try {
      const failure = await sent
      await alerts.end(id, failure, clock())
      if (failure !== null) logger.warn({ messageId: id, reason: failure }, 'alert message given up')
    } catch (error) {
      // It is still waiting, and is sent again under the same id.
      if (!signal.aborted) logger.warn({ err: error, messageId: id }, 'alert message failed')
    } finally {
      sending.delete(id)
    }
  }

  function beginToSend(message: Message, signal: AbortSignal): void {
    if (sending.has(message.id)) return
    const stop = new AbortController()
    const either = AbortSignal.any([signal, stop.signal])
    sending.set(message.id, { stop, done: deliver(message.id, send(message, either), either) })
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
    const waiting = await alerts.waiting()
    const waitingIds = new Set(waiting.map(({ id }) => id))
    // The rule of a message that does not wait any more has been removed or changed.
    for (const [id, { stop }] of sending) if (!waitingIds.has(id)) stop.abort()
    for (const message of waiting) {
      const fault = urlFault(message.url, hosts)
      if (fault === null) beginToSend(message, signal)
      else if (message.failure !== fault) await alerts.holdBack(message.id, fault)
    }
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
