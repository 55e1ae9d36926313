import { setImmediate } from 'node:timers/promises'

import type { MemberCode } from '#contract/areas.ts'
import type { HourlyHistory, QuantityHistory } from '#server/forecast/model/history/known-history.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { hourlyMeans } from '#server/series/means/mean-power.ts'
import {
  HOUR_MS,
  QUANTITIES,
  type Block,
  type Kind,
  type Quantity,
  type SeriesKey,
  type SeriesStore,
  type Span,
} from '#server/series/series.ts'

/**
 * Actual values and TSO forecasts of an area over a span of whole hours; `toHours` says which hours count: `hourlyMeans` or
 * `learnableHours`. `isTsoInTime` leaves out forecasts that are known only as they were last published. Rejects with a `DatabaseError`.
 */
export async function readHourlyHistory(
  series: SeriesStore,
  area: MemberCode,
  span: Span,
  toHours: (block: Block) => Float64Array,
  isTsoInTime = false,
): Promise<HourlyHistory> {
  const keysOf = (kind: Kind) => QUANTITIES.map((quantity): SeriesKey => ({ area, quantity, kind }))
  const read = await series.read([...keysOf('actual'), ...keysOf('tso')], span)
  const hoursOf = async (quantity: Quantity): Promise<QuantityHistory> => {
    // Two years of quarter hours take some ten milliseconds. Requests are answered in between.
    await setImmediate()
    return {
      actual: toHours(read({ area, quantity, kind: 'actual' })),
      tso: toHours(read({ area, quantity, kind: 'tso' }, isTsoInTime)),
    }
  }
  const quantities = {
    load: await hoursOf('load'),
    solar: await hoursOf('solar'),
    wind: await hoursOf('wind'),
  }
  await setImmediate()
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  return { startsAtUtc: span.fromUtc, hours, quantities, weather: null }
}

/** The history from the first day with a value on. Computing with the empty days before it would be a waste. */
export function withoutEmptyStart(history: HourlyHistory): HourlyHistory {
  const all = QUANTITIES.flatMap((quantity) => Object.values(history.quantities[quantity]))
  const firsts = all
    .map((table: Float64Array) => table.findIndex((value) => !Number.isNaN(value)))
    .filter((slot) => slot >= 0)
  const first = Math.max(0, Math.min(...firsts, history.hours))
  return historySince(history, history.startsAtUtc + first * HOUR_MS)
}

/** The part of a history from one of its hours on. */
export function historySince(history: HourlyHistory, startsAtUtc: number): HourlyHistory {
  const first = (startsAtUtc - history.startsAtUtc) / HOUR_MS
  return {
    ...history,
    startsAtUtc,
    hours: history.hours - first,
    quantities: byQuantity((quantity) => {
      const { actual, tso } = history.quantities[quantity]
      return { actual: actual.slice(first), tso: tso.slice(first) }
    }),
  }
}

/**
 * The hours that the model may learn from: those that are at least half covered, because two quarters of an hour say more
 * than none. This is only for learning. What is shown or scored, and what a run says that it knew, uses whole hours.
 */
export function learnableHours(block: Block): Float64Array {
  return hourlyMeans(block, HOUR_MS / 2)
}
