import { addSpan, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { spanOf, type Block, type StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'

import { childElements, ElementError, readOrLeaveOut } from './xml.ts'
import { requiredChild, requiredText, type XmlElement } from './xml.ts'

/** A03 leaves out points that repeat the previous one. */
export type CurveType = 'A01' | 'A03'

export const STEPS: ReadonlyMap<string, StepMinutes> = new Map([
  ['PT15M', 15],
  ['PT30M', 30],
  ['PT60M', 60],
  ['PT1H', 60],
])
/** Requests cover at most a year. */
const MAX_PERIOD_MS = 400 * 24 * HOUR_MS
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const POSITION = /^-?\d{1,7}$/

const [NOT_SENT, SENT, UNREAD] = [0, 1, 2]

/**
 * A point that is not sent is missing (A01), or repeats the previous value (A03) up to the end of the interval or, unless `isTailKnown`, the last
 * point. `unread`: unreadable points and all that they may stand for; `repeated`: points that a later, different one replaced. Throws an
 * `ElementError`.
 */
export function readPeriod(
  period: XmlElement,
  curveType: CurveType,
  isTailKnown: boolean,
): { block: Block; repeated: number; unread: { reason: string; spans: Span[] } | null } {
  const { startsAtUtc, stepMinutes, slots } = readSlots(period)
  const powerMw = new Float64Array(slots).fill(Number.NaN)
  const points = childElements(period, 'Point')
  if (points.length === 0) throw new ElementError('a Period has no Point')
  const states = new Uint8Array(slots)
  const reasons: string[] = []
  const leaveOut = (reason: string) => void reasons.push(reason)
  let [lost, repeated] = [0, 0]
  for (const point of points) {
    const position = readOrLeaveOut(() => readPosition(point), leaveOut)
    if (position === null) {
      lost += 1
      continue
    }
    // Interval and positions contradict each other: the hours of other points are unknown.
    if (position < 1 || position > slots)
      throw new ElementError(`the position ${position} is outside its Period`)
    const slot = position - 1
    const value = readOrLeaveOut(() => readQuantity(point), leaveOut)
    if (states[slot] === SENT && value !== null && powerMw[slot] !== value) repeated += 1
    if (states[slot] === UNREAD) continue
    powerMw[slot] = value ?? Number.NaN
    states[slot] = value === null ? UNREAD : SENT
  }
  const end =
    curveType === 'A01' ? 0 : isTailKnown ? slots : states.findLastIndex((state) => state !== NOT_SENT)
  for (const [slot, state] of states.entries()) {
    if (state !== NOT_SENT) continue
    // A point without a position may be any that was not sent.
    if (lost > 0) states[slot] = UNREAD
    else if (slot > 0 && slot < end) {
      states[slot] = states[slot - 1] ?? NOT_SENT
      powerMw[slot] = powerMw[slot - 1] ?? Number.NaN
    }
  }
  const block = { startsAtUtc, stepMinutes, powerMw }
  if (reasons.length === 0) return { block, repeated, unread: null }
  const more = reasons.length === 1 ? '' : ` (and ${reasons.length - 1} more)`
  return { block, repeated, unread: { reason: `${reasons[0]}${more}`, spans: unreadSpans(block, states) } }
}

/** The whole Period if none can be located. */
function unreadSpans(block: Block, states: Uint8Array): Span[] {
  const { startsAtUtc, stepMinutes } = block
  const stepMs = stepMinutes * MINUTE_MS
  const spans: Span[] = []
  for (const [slot, state] of states.entries()) {
    if (state !== UNREAD) continue
    addSpan(spans, { fromUtc: startsAtUtc + slot * stepMs, toUtc: startsAtUtc + (slot + 1) * stepMs })
  }
  return spans.length === 0 ? [spanOf(block)] : spans
}

export function intervalOf(period: XmlElement): Span | null {
  const span = readOrLeaveOut(() => readInterval(period))
  return span !== null && span.fromUtc < span.toUtc ? span : null
}

function readInterval(period: XmlElement): Span {
  const interval = requiredChild(period, 'timeInterval')
  return { fromUtc: readInstant(interval, 'start'), toUtc: readInstant(interval, 'end') }
}

function readSlots(period: XmlElement): { startsAtUtc: number; stepMinutes: StepMinutes; slots: number } {
  const { fromUtc: startsAtUtc, toUtc } = readInterval(period)
  const resolution = requiredText(period, 'resolution')
  const stepMinutes = STEPS.get(resolution)
  if (stepMinutes === undefined)
    throw new ElementError(`the resolution ${resolution.slice(0, 20)} is not 15, 30 or 60 minutes`)
  const stepMs = stepMinutes * MINUTE_MS
  const lengthMs = toUtc - startsAtUtc
  if (lengthMs <= 0 || lengthMs > MAX_PERIOD_MS)
    throw new ElementError('a Period ends before it starts or is too long')
  if (startsAtUtc % stepMs !== 0 || lengthMs % stepMs !== 0)
    throw new ElementError('a Period does not consist of whole steps')
  return { startsAtUtc, stepMinutes, slots: lengthMs / stepMs }
}

function readInstant(interval: XmlElement, name: 'start' | 'end'): number {
  const instant = parseInstant(requiredText(interval, name))
  if (instant === null) throw new ElementError(`the ${name} of a Period is not a time`)
  return instant
}

function readPosition(point: XmlElement): number {
  const text = requiredText(point, 'position')
  if (!POSITION.test(text)) throw new ElementError(`the position ${text.slice(0, 20)} is not a position`)
  return Number(text)
}

function readQuantity(point: XmlElement): number {
  const text = requiredText(point, 'quantity')
  const value = Number(text)
  if (!DECIMAL.test(text) || !Number.isFinite(value))
    throw new ElementError(`the quantity ${text.slice(0, 20)} is not a number`)
  return value
}
