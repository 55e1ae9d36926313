import { HOUR_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { hourOf, marketDay } from '#contract/zone-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'

import { blockWithin, spanOf, type Block, type SeriesBlock, type StoredQuantity } from './series.ts'

/** In Brussels on the day before: load before the auction, wind and solar by Article 14 of Regulation (EU) 543/2013. */
const DUE_HOUR: Readonly<Record<StoredQuantity, number>> = {
  load: 10,
  solar: 18,
  wind: 18,
  wind_offshore: 18,
}

export function dueUtc(quantity: StoredQuantity, deliveryDay: string): number {
  return hourOf(deliveryDay, DUE_HOUR[quantity] - 24, MARKET_ZONE)
}

/** Inclusive, `yyyy-MM-dd`. */
export function deliveryDays(fromDay: string, toDay: string): LocalDay[] {
  // Midnight in Brussels is one or two hours before midnight in UTC.
  const span = { fromUtc: Date.parse(fromDay), toUtc: Date.parse(toDay) + HOUR_MS }
  return daysTouching(span, MARKET_ZONE).filter(({ date }) => date >= fromDay && date <= toDay)
}

export const noonOf = ({ fromUtc, toUtc }: Span) => (fromUtc + toUtc) / 2

/** The delivery day with most of a local day is the one at its noon. */
export const marketDayOf = (day: Span): string => marketDay(noonOf(day))

export function cutAtDays(blocks: readonly SeriesBlock[]): { day: LocalDay; block: SeriesBlock }[] {
  return blocks.flatMap((block) =>
    daysTouching(spanOf(block), MARKET_ZONE).map((day) => ({ day, block: blockWithin(block, day) })),
  )
}

/** NaN never replaces a value. */
export function layOnQuarters(quarters: Float32Array, fromUtc: number, block: Block): void {
  const repeat = block.stepMinutes / 15
  const first = (block.startsAtUtc - fromUtc) / QUARTER_MS
  for (let slot = 0; slot < block.powerMw.length; slot += 1) {
    const value = block.powerMw[slot] ?? NaN
    if (!Number.isNaN(value))
      quarters.fill(value, Math.max(0, first + slot * repeat), Math.max(0, first + (slot + 1) * repeat))
  }
}
