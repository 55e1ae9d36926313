import {
  ALERT_MEASURES,
  type AlertEntry,
  type AlertSide,
  alertSpan,
  hasThreshold,
  isEventMeasure,
} from '#contract/alerts.ts'
import { MEMBER_CODES } from '#contract/areas.ts'
import { shortDay } from '#contract/words/days.ts'
import { formatInstantWithYear } from '#web/zone/display-zone.ts'

export const SIDE_LABELS: Readonly<Record<AlertSide, string>> = { above: 'Above', below: 'Below' }

/** Replaces a hidden part. Stored addresses contain it only escaped. */
export const HIDDEN = '…'

/** Hides possible secrets in query and path. */
export function withoutSecrets(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const path = pathname.replace(/[^/]{16,}/g, HIDDEN)
  return `${origin}${path}${search.replace(/=[^&]+/g, `=${HIDDEN}`)}`
}

export function describeState(entry: AlertEntry, tomorrow: string): string {
  const { isCrossed, lastMessage } = entry
  const state = isCrossed === null ? 'Checking …' : isCrossed ? 'Crossed' : 'Not crossed'
  const day = entry.hours === 'tomorrow' ? `, ${shortDay(tomorrow)}` : ''
  const span = isCrossed !== null && hasThreshold(entry) ? ` ${alertSpan(entry)}${day}` : ''
  const now = isEventMeasure(entry.measure)
    ? `Waiting for the next ${entry.measure === 'run' ? 'run' : 'working day'}`
    : `${state}${span}`
  if (lastMessage === null) return `${now} · no message yet`
  const { createdAt, endedAt, failure } = lastMessage
  const moment = formatInstantWithYear(createdAt)
  if (endedAt === null)
    return `${now} · message of ${moment} ${failure === null ? 'is being sent' : `waits: ${failure}`}`
  return failure === null
    ? `${now} · last message ${moment}`
    : `${now} · message of ${moment} failed: ${failure}`
}

/** Area, measure and threshold of a new rule from a link; `undefined` if missing or not understood. */
export function readLink(link: URLSearchParams) {
  const { area, measure, above, below } = Object.fromEntries(link)
  const threshold = (text = '') => (readThreshold(text).length === 0 ? undefined : text)
  return {
    area: MEMBER_CODES.find((code) => code === area?.toUpperCase()),
    measure: ALERT_MEASURES.find((code) => code === measure?.toLowerCase()),
    above: threshold(above),
    below: threshold(above) === undefined ? threshold(below) : undefined,
  }
}

/** Possible values of a typed number: two if both readings are common, none if it is not a number. */
export function readThreshold(text: string): number[] {
  // Swiss: `45'000`.
  const plain = text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)['’](?=\d{3})/g, '')
  // `45 000`, also with the spaces of word processors.
  if (/^-?\d{1,3}(\s\d{3})+$/.test(plain)) return [Number(plain.replaceAll(/\s/g, ''))]
  const match = /^(-?)(\d+(?:[.,]\d+)*)$/.exec(plain)
  if (match === null) return []
  const [, sign = '', digits = ''] = match
  const separators = digits.replaceAll(/\d/g, '')
  const last = separators.at(-1)
  const value = (hasDecimals: boolean) => {
    const at = hasDecimals && last !== undefined ? digits.lastIndexOf(last) : digits.length
    return Number(`${sign}${digits.slice(0, at).replaceAll(/[.,]/g, '')}.${digits.slice(at + 1)}`)
  }
  if (last === undefined) return [value(false)]
  const isGrouped = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(digits) && new Set(separators).size === 1
  // `45,000` is the product's format; `45.000` is ambiguous.
  if (isGrouped && (separators.length > 1 || last === ',')) return [value(false)]
  if (isGrouped) return [value(false), value(true)]
  return separators.indexOf(last) === separators.length - 1 ? [value(true)] : []
}
