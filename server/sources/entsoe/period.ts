import { HOUR_MS, MINUTE_MS, type Block, type StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'

import { childElements, invalid, requiredChild, requiredText, type XmlElement } from './xml.ts'

/** A01: every point is sent. A03: a point is left out if it repeats the one before. */
export type CurveType = 'A01' | 'A03'

export const STEPS: ReadonlyMap<string, StepMinutes> = new Map([
  ['PT15M', 15],
  ['PT30M', 30],
  ['PT60M', 60],
  ['PT1H', 60],
])
/** A request covers a year at most; a longer period would only ask for memory. */
const MAX_PERIOD_MS = 400 * 24 * HOUR_MS
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const POSITION = /^[1-9]\d{0,6}$/

export interface PeriodBlock extends Block {
  /** Points that a later point at the same position replaced. */
  repeatedPoints: number
}

/**
 * One Period as a block over its whole interval. Under A03 a point stands for the positions after it up to the next
 * point, the last one up to the end of the interval (but not where `isTailKnown` is false); what comes before the first
 * point stays missing. Under A01 what is not sent is missing. Throws a `SourceError`.
 */
export function readPeriod(period: XmlElement, curveType: CurveType, isTailKnown: boolean): PeriodBlock {
  const { startsAtUtc, stepMinutes, slots } = readInterval(period)
  const powerMw = new Float64Array(slots).fill(Number.NaN)
  const points = childElements(period, 'Point')
  if (points.length === 0) throw invalid('a Period has no Point')
  const isSent = new Uint8Array(slots)
  for (const point of points) {
    const slot = readPosition(point, slots) - 1
    powerMw[slot] = readQuantity(point)
    isSent[slot] = 1
  }
  if (curveType === 'A03') repeatLeftOut(powerMw, isTailKnown ? slots : isSent.lastIndexOf(1) + 1)
  const distinctPoints = isSent.reduce((sum, sent) => sum + sent, 0)
  return { startsAtUtc, stepMinutes, powerMw, repeatedPoints: points.length - distinctPoints }
}

function repeatLeftOut(powerMw: Float64Array, end: number): void {
  for (let slot = 1; slot < end; slot += 1)
    if (Number.isNaN(powerMw[slot])) powerMw[slot] = powerMw[slot - 1] ?? Number.NaN
}

function readInterval(period: XmlElement): { startsAtUtc: number; stepMinutes: StepMinutes; slots: number } {
  const interval = requiredChild(period, 'timeInterval')
  const startsAtUtc = readInstant(interval, 'start')
  const endsAtUtc = readInstant(interval, 'end')
  const resolution = requiredText(period, 'resolution')
  const stepMinutes = STEPS.get(resolution)
  if (stepMinutes === undefined) throw invalid(`the resolution ${resolution} is not 15, 30 or 60 minutes`)
  const stepMs = stepMinutes * MINUTE_MS
  const lengthMs = endsAtUtc - startsAtUtc
  if (lengthMs <= 0 || lengthMs > MAX_PERIOD_MS)
    throw invalid('a Period ends before it starts or is too long')
  if (startsAtUtc % stepMs !== 0 || lengthMs % stepMs !== 0)
    throw invalid('a Period does not consist of whole steps')
  return { startsAtUtc, stepMinutes, slots: lengthMs / stepMs }
}

function readInstant(interval: XmlElement, name: 'start' | 'end'): number {
  const instant = parseInstant(requiredText(interval, name))
  if (instant === null) throw invalid(`the ${name} of a Period is not a time`)
  return instant
}

function readPosition(point: XmlElement, slots: number): number {
  const text = requiredText(point, 'position')
  if (!POSITION.test(text) || Number(text) > slots)
    throw invalid(`the position ${text.slice(0, 20)} is outside its Period`)
  return Number(text)
}

function readQuantity(point: XmlElement): number {
  const text = requiredText(point, 'quantity')
  const value = Number(text)
  if (!DECIMAL.test(text) || !Number.isFinite(value))
    throw invalid(`the quantity ${text.slice(0, 20)} is not a number`)
  return value
}
