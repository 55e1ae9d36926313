import { MARKET_ZONE } from '#contract/wall-time.ts'
import {
  MINUTE_MS,
  QUARTER_MS,
  type Block,
  type SeriesBlock,
  type Span,
  type StoredQuantity,
} from '#server/series/series.ts'

import { daysTouching, type LocalDay } from './local-calendar.ts'
import { momentOf } from './zone-time.ts'

/** Hour in Brussels on the day before: load before the auction, wind and sun by Article 14 of Regulation (EU) 543/2013. */
const DUE_HOUR: Readonly<Record<StoredQuantity, number>> = {
  load: 10,
  solar: 18,
  wind: 18,
  wind_offshore: 18,
}

/** When the day-ahead forecast of a delivery day is due, epoch milliseconds. */
export function dueUtc(quantity: StoredQuantity, deliveryDay: string): number {
  return momentOf(deliveryDay, DUE_HOUR[quantity] - 24, MARKET_ZONE)
}

/** Splits forecasts into the market's delivery days. */
export function cutAtDays(blocks: readonly SeriesBlock[]): { day: LocalDay; block: SeriesBlock }[] {
  return blocks.flatMap((block) => {
    const stepMs = block.stepMinutes * MINUTE_MS
    const toUtc = block.startsAtUtc + block.powerMw.length * stepMs
    return daysTouching({ fromUtc: block.startsAtUtc, toUtc }, MARKET_ZONE).map((day) => {
      const first = Math.max(0, (day.fromUtc - block.startsAtUtc) / stepMs)
      const end = Math.min(block.powerMw.length, (day.toUtc - block.startsAtUtc) / stepMs)
      const startsAtUtc = block.startsAtUtc + first * stepMs
      return { day, block: { ...block, startsAtUtc, powerMw: block.powerMw.slice(first, end) } }
    })
  })
}

/** Splits spans at the market's delivery days. */
export function cutSpansAtDays<Part extends Span>(spans: readonly Part[]): { day: LocalDay; part: Part }[] {
  return spans.flatMap((span) =>
    daysTouching(span, MARKET_ZONE).map((day) => {
      const fromUtc = Math.max(span.fromUtc, day.fromUtc)
      return { day, part: { ...span, fromUtc, toUtc: Math.min(span.toUtc, day.toUtc) } }
    }),
  )
}

/** Writes the values of a block to quarter hours that begin at `fromUtc`. NaN replaces nothing. */
export function layOnQuarters(quarters: Float32Array, fromUtc: number, block: Block): void {
  const repeat = block.stepMinutes / 15
  const first = (block.startsAtUtc - fromUtc) / QUARTER_MS
  for (const [slot, value] of block.powerMw.entries())
    if (!Number.isNaN(value))
      quarters.fill(value, Math.max(0, first + slot * repeat), Math.max(0, first + (slot + 1) * repeat))
}
