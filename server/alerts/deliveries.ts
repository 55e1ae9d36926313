import type { FastifyBaseLogger } from 'fastify'

import { MINUTE_MS } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { LeaderParts } from '#server/database/repeat-as-leader.ts'

import { type Message, type SendMessage, urlFault } from './send-message.ts'
import type { WatchStore } from './watch-store.ts'

export interface DeliveryParts extends Pick<LeaderParts, 'leadership'> {
  send: SendMessage
  /** Messages to other hosts wait until a server allows them. */
  hosts: readonly string[]
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'warn'>
}

interface Delivery {
  stop: AbortController
  done: Promise<void>
  /** Set from delivery (null) or failure until the end is stored. */
  end?: { failure: string | null }
}

/** Messages being sent by this process, each once until its end is stored. */
export function createDeliveries(
  parts: DeliveryParts & { store: Pick<WatchStore, 'waiting' | 'holdBack' | 'end'> },
) {
  const { store, send, hosts, clock, logger, leadership } = parts
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
