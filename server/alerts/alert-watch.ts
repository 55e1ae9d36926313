import type { FastifyBaseLogger } from 'fastify'

import { HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { DatabaseError } from '#server/errors.ts'
import type { Revision } from '#server/series/revision.ts'

import { createAlertKinds, type Finding, type KindParts, wasCrossed } from './alert-kinds.ts'
import { createDeliveries, type DeliveryParts } from './deliveries.ts'
import { type AlertRule, createWatchStore } from './watch-store.ts'

const CHECK_EVERY_MS = 5000

export interface AlertWatchParts extends LeaderParts, KindParts, DeliveryParts {
  database: Database
  revision: Revision
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Checks all users' rules when values, runs or rules change, and every hour. */
export function createAlertWatch(parts: AlertWatchParts) {
  const { database, revision, clock, logger } = parts
  const store = createWatchStore(database)
  const kinds = createAlertKinds(parts)
  const deliveries = createDeliveries({ ...parts, store })
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
