import type { FastifyBaseLogger } from 'fastify'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import type { Revision } from '#server/series/revision.ts'

import { createAlertKinds, type Finding, type KindParts, wasCrossed } from './alert-kinds.ts'
import { type Message, type SendMessage, urlFault } from './send-message.ts'
import { type AlertRule, createWatchStore, type WatchStore } from './watch-store.ts'

const CHECK_EVERY_MS = 5000

export interface AlertWatchParts extends LeaderParts, KindParts {
  database: Database
  revision: Revision
  send: SendMessage
  /** Messages to other hosts wait until a server allows them. */
  hosts: readonly string[]
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Checks all users' rules when values, runs or rules change, and every hour. */
export function createAlertWatch(parts: AlertWatchParts) {
  const { database, revision, clock, logger } = parts
  const store = createWatchStore(database)
  const kinds = createAlertKinds(parts)
  const deliveries = createDeliveries(store, parts)
  let checkedState = ''

  async function storeFinding(rule: AlertRule, found: Finding, nowUtc: number): Promise<void> {
    const { kind, body } = found
    if (kind === 'event') return store.noteEvent(rule.id, found.event, body, nowUtc)
    const { day } = found
    const isNew = body !== null && !wasCrossed(rule, day) && (await store.cross(rule.id, day, body, nowUtc))
    if (isNew) logger.info({ alertId: rule.id }, 'alert crossed')
    else if (rule.isCrossed !== (body !== null)) await store.mark(rule.id, body !== null)
  }

  async function check(rule: AlertRule, nowUtc: number): Promise<void> {
    try {
      const found = await kinds[rule.measure](rule, nowUtc)
      if (found !== null) await storeFinding(rule, found, nowUtc)
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      // A fault in one rule does not stop the others.
      logger.error({ err: error, alertId: rule.id }, 'alert failed')
    }
  }

  /** Also starts sending waiting messages. Rejects with a `DatabaseError`. */
  async function checkOnce(signal: AbortSignal): Promise<void> {
    const rules = await store.rules()
    if (rules.length === 0 && deliveries.isIdle()) return
    const nowUtc = clock()
    const state = JSON.stringify([await revision.current(), Math.floor(nowUtc / HOUR_MS), rules])
    if (state !== checkedState) {
      for (const rule of rules) await check(rule, nowUtc)
      checkedState = state
    }
    await deliveries.update(signal)
  }

  return {
    checkOnce,
    untilSent: deliveries.untilSent,
    /** Runs until aborted. Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      await repeatAsLeader({ ...parts, name: 'alerts' }, checkOnce, CHECK_EVERY_MS, signal)
      await deliveries.untilSent()
    },
  }
}

interface Delivery {
  stop: AbortController
  done: Promise<void>
  /** Set from delivery (null) or failure until the end is stored. */
  end?: { failure: string | null }
}

/** Messages being sent by this process, each once until its end is stored. */
function createDeliveries(store: WatchStore, parts: AlertWatchParts) {
  const { send, hosts, clock, logger, leadership } = parts
  const deliveries = new Map<string, Delivery>()
  let warnedAtMs = Number.NEGATIVE_INFINITY

  /** If storing fails, the delivery stays so that its message is not sent again; logged once a minute. */
  async function storeEnd(id: string, { end }: Delivery): Promise<void> {
    if (end === undefined) return
    try {
      await store.end(id, end.failure, clock())
      deliveries.delete(id)
    } catch (error) {
      const nowMs = performance.now()
      if (nowMs - warnedAtMs < MINUTE_MS) return
      warnedAtMs = nowMs
      const ended = [...deliveries.values()].filter((delivery) => delivery.end !== undefined)
      logger.warn({ messages: ended.length, err: error }, 'the end of alert messages cannot be stored')
    }
  }

  async function deliver(message: Message, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { id } = message
    try {
      const failure = await send(message, signal)
      // Otherwise the next leader sends it.
      if (failure === null || leadership.isLeader()) delivery.end = { failure }
      if (delivery.end && failure !== null)
        logger.warn({ messageId: id, reason: failure }, 'alert message given up')
    } catch (error) {
      if (!signal.aborted) logger.warn({ messageId: id, err: error }, 'alert message failed')
    }
    if (delivery.end === undefined) deliveries.delete(id)
    else await storeEnd(id, delivery)
  }

  function begin(message: Message, signal: AbortSignal): void {
    const stop = new AbortController()
    const delivery: Delivery = { stop, done: Promise.resolve() }
    deliveries.set(message.id, delivery)
    delivery.done = deliver(message, delivery, AbortSignal.any([signal, stop.signal]))
  }

  return {
    isIdle: () => deliveries.size === 0,

    /** Starts waiting messages and stops cancelled ones. Rejects with a `DatabaseError`. */
    async update(signal: AbortSignal): Promise<void> {
      // Copied first: a message may end while the list is read and still be on it.
      const begun = new Map(deliveries)
      const waiting = await store.waiting()
      const waitingIds = new Set(waiting.map(({ id }) => id))
      const unsent = waiting
        .filter(({ id }) => !begun.has(id))
        .map((message) => ({ message, fault: urlFault(message.url, hosts) }))
      for (const { message, fault } of unsent) if (fault === null) begin(message, signal)
      for (const [id, delivery] of begun) {
        if (waitingIds.has(id)) await storeEnd(id, delivery)
        // The rule of the message was removed or changed.
        else if (delivery.end === undefined) delivery.stop.abort()
        else deliveries.delete(id)
      }
      for (const { message, fault } of unsent)
        if (fault !== null && message.failure !== fault) await store.holdBack(message.id, fault)
    },

    untilSent: () => Promise.all([...deliveries.values()].map(({ done }) => done)),
  }
}
