import { randomUUID } from 'node:crypto'

import type { Clock } from '#server/clock.ts'

import type { AlertStore } from './alert-store.ts'
import { writeTest } from './message-body.ts'
import { createSendMessage } from './send-message.ts'

/** Sends one message for testing, once. Resolves to why it failed, null where it was taken, undefined where there is no such rule. */
export type TestAlert = (userId: number, ruleId: string) => Promise<string | null | undefined>

export function createTestAlert(parts: {
  alerts: AlertStore
  hosts: readonly string[]
  clock: Clock
}): TestAlert {
  const { alerts, clock } = parts
  const send = createSendMessage({ ...parts, retry: { retries: 0 } })
  return async (userId, ruleId) => {
    const rule = await alerts.receiver(userId, ruleId)
    if (rule === null) return undefined
    const { url, secret } = rule
    const body = writeTest(rule, clock())
    return send({ id: randomUUID(), url, secret, body }, new AbortController().signal)
  }
}
