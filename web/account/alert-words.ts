import type { AlertEntry, AlertSide } from '#contract/alerts.ts'
import { formatInstantWithYear } from '#web/zone/display-zone.ts'

export const SIDE_LABELS: Readonly<Record<AlertSide, string>> = { above: 'Above', below: 'Below' }

/** What stands for a part that is hidden. An address that is stored has it only in escaped form. */
export const HIDDEN = '…'

/** An address as others may see it: what could be a secret in its query or its path is hidden. */
export function withoutSecrets(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const path = pathname.replace(/[^/]{16,}/g, HIDDEN)
  return `${origin}${path}${search.replace(/=[^&]+/g, `=${HIDDEN}`)}`
}

/** How the last message went, and whether the alert is crossed now. An event is not. */
export function describeState({ measure, isCrossed, lastMessage }: AlertEntry): string {
  const state = isCrossed === null ? 'Checking …' : isCrossed ? 'Crossed now' : 'Not crossed now'
  const now = measure === 'run' ? 'Waiting for the next run' : state
  if (lastMessage === null) return `${now} · no message yet`
  const { createdAt, endedAt, failure } = lastMessage
  const moment = formatInstantWithYear(createdAt)
  if (endedAt === null)
    return `${now} · message of ${moment} ${failure === null ? 'is being sent' : `waits: ${failure}`}`
  return failure === null
    ? `${now} · last message ${moment}`
    : `${now} · message of ${moment} failed: ${failure}`
}
