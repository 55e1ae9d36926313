import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { LocalDay } from '#server/calendar/local-calendar.ts'
import { cutAtDays } from '#server/series/forecast-days.ts'
import { countValues, type SeriesBlock, type StoredQuantity } from '#server/series/series.ts'

import { WIND_POWER } from './wind-power.ts'

/** More than all of Europe needs. */
export const MAX_MW = 500_000
/** Idle plants draw a little power. */
const MIN_FEED_IN_MW = -100
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

/** Months with solar power every day, everywhere in Europe. */
const SUMMER = /-0[4-9]-/

/** Fewer can be a calm night at the end of the span. */
const HOURS_OF_A_PLACEHOLDER = 12

/** Measured values arrive within this time; older zeros are real. */
const PLACEHOLDERS_MS = DAY_MS

export function isPossible(quantity: StoredQuantity | 'residual', mw: number): boolean {
  if (quantity === 'residual') return Math.abs(mw) <= MAX_MW
  return mw <= MAX_MW && (quantity === 'load' ? mw > 0 : mw >= MIN_FEED_IN_MW)
}

/** Impossible values become NaN; so do zeros up to a zero in the future, which are not measured yet. */
export function refuseImplausible(block: SeriesBlock, now: number): { block: SeriesBlock; refused: number } {
  const stepMs = block.stepMinutes * MINUTE_MS
  const measured =
    block.kind === 'actual'
      ? Math.floor((now + CLOCK_TOLERANCE_MS - block.startsAtUtc) / stepMs)
      : block.powerMw.length
  let zerosFrom = Math.max(0, measured)
  if (block.powerMw[zerosFrom] === 0)
    while (block.powerMw[zerosFrom - 1] === 0 && measured - zerosFrom < PLACEHOLDERS_MS / stepMs)
      zerosFrom -= 1
  let refused = 0
  const powerMw = block.powerMw.map((value, index) => {
    if (Number.isNaN(value)) return value
    if (isPossible(block.quantity, value) && index < zerosFrom) return value
    refused += 1
    return NaN
  })
  return { block: refused === 0 ? block : { ...block, powerMw }, refused }
}

/** Drops delivery days whose forecast of load, wind, or solar in summer is all zero. */
export function withoutPlaceholders(blocks: readonly SeriesBlock[]): readonly SeriesBlock[] {
  const pieces = cutAtDays(blocks.filter(({ kind }) => kind === 'tso'))
  const nameOf = ({ day, block }: (typeof pieces)[number]) => `${block.quantity} ${day.date}`
  /** NaN for a day with other values, or one that may be zero. */
  const zeroHours = new Map<string, number>()
  for (const piece of pieces) {
    const { powerMw, stepMinutes } = piece.block
    const isZero = !mayBeZero(piece) && powerMw.every((value) => value === 0 || Number.isNaN(value))
    const hours = isZero ? (countValues(powerMw) * stepMinutes) / 60 : NaN
    zeroHours.set(nameOf(piece), (zeroHours.get(nameOf(piece)) ?? 0) + hours)
  }
  const isReal = (piece: (typeof pieces)[number]) =>
    !((zeroHours.get(nameOf(piece)) ?? 0) >= HOURS_OF_A_PLACEHOLDER)
  return pieces.every(isReal) ? blocks : pieces.filter(isReal).map(({ block }) => block)
}

function mayBeZero({ day, block }: { day: LocalDay; block: SeriesBlock }): boolean {
  return block.quantity === 'solar'
    ? !SUMMER.test(day.date)
    : block.quantity === 'wind' && WIND_POWER[block.area].mayBeZero
}
