import type { FastifyBaseLogger } from 'fastify'

import type { Clock } from '#server/clock.ts'
import { repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ByQuantity } from '#server/series/by-quantity.ts'
import { createReadMeans, type MeansParts } from '#server/series/means.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import type { Revision } from '#server/series/revision.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'
import { bucketsOf } from '#server/series/time-buckets.ts'

import type { AlertRule, AlertStore } from './alert-store.ts'
import { urlFault } from './allowed-url.ts'
import { findCrossing, spanOf } from './crossing.ts'
import { writeCrossing } from './message-body.ts'
import type { Message, SendMessage } from './send-message.ts'

const CHECK_EVERY_MS = 5000

export interface AlertWatchParts extends Pick<MeansParts, 'series'> {
  alerts: AlertStore
  /** The final forecasts of an area by hour of UTC. */
  readFinal: (area: AlertRule['area'], span: Span) => Promise<ByQuantity<Block>>
  revision: Revision
  send: SendMessage
  /** Hosts that messages may go to. One to another host waits until a server allows it. */
  hosts: readonly string[]
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** One of several processes watches. Which one can change. */
  leadership: { isLeader(): boolean }
}

export interface AlertWatch {
  /** Watches until aborted. Never rejects. */
  run(signal: AbortSignal): Promise<void>
  /** Looks at the rules where anything has changed and begins to send what is waiting. Rejects with a `DatabaseError`. */
  checkOnce(signal: AbortSignal): Promise<void>
  /** Resolves when nothing is being sent. */
  untilSent(): Promise<void>
}

/** Looks at the rules of all users when values, runs or rules change, and when an hour begins. Without rules it does nothing. */
export function createAlertWatch(parts: AlertWatchParts): AlertWatch {
  const { alerts, readFinal, revision, send, hosts, clock, logger } = parts
  const readMeans = createReadMeans(parts)
  const sending = new Map<string, { done: Promise<void>; stop: AbortController }>()
  let seen = ''

  async function readHours({ area, measure }: AlertRule, span: Span): Promise<Float64Array> {
    const final = await readFinal(area, span)
    if (measure !== 'error') return (measure === 'residual' ? residualBlock(final) : final[measure]).powerMw
    const actual = (await readMeans([area], 'residual', 'actual', bucketsOf(span, 'H', 'UTC'))).get(area)
    return residualBlock(final).powerMw.map((mw, hour) => Math.abs(mw - (actual?.powerMw[hour] ?? NaN)))
  }

  async function check(rule: AlertRule, nowUtc: number): Promise<void> {
    const span = spanOf(rule, nowUtc)
    const crossing = findCrossing(rule, span.fromUtc, await readHours(rule, span))
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

  /** A fault in one rule does not stop the others. */
  async function checkApart(rule: AlertRule, nowUtc: number): Promise<void> {
    try {
      await check(rule, nowUtc)
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      logger.error({ err: error, alertId: rule.id }, 'alert failed')
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

  async function checkOnce(signal: AbortSignal): Promise<void> {
    const rules = await alerts.rules()
    if (rules.length === 0 && sending.size === 0) return
    const now = clock()
    const state = [await revision.current(), Math.floor(now / HOUR_MS), ...rules.map(({ id }) => id)].join()
    if (state !== seen) {
      for (const rule of rules) await checkApart(rule, now)
      seen = state
    }
    const waiting = await alerts.waiting()
    const waitingIds = new Set(waiting.map(({ id }) => id))
    // The rule of a message that does not wait any more has been removed.
    for (const [id, { stop }] of sending) if (!waitingIds.has(id)) stop.abort()
    for (const message of waiting) {
      const fault = urlFault(message.url, hosts)
      if (fault === null) beginToSend(message, signal)
      else if (message.failure !== fault) await alerts.holdBack(message.id, fault)
    }
  }

  const allSent = () => Promise.all([...sending.values()].map(({ done }) => done))

  return {
    checkOnce,
    async untilSent() {
      await allSent()
    },
    async run(signal) {
      await repeatAsLeader({ ...parts, name: 'alerts' }, checkOnce, CHECK_EVERY_MS, signal)
      await allSent()
    },
  }
}
