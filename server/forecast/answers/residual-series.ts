import type { MemberCode } from '#contract/areas.ts'
import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { countNearHours, isCopy } from '#server/series/copied-forecasts.ts'
import { readDayRecords } from '#server/series/day-records.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import {
  type Block,
  HOUR_MS,
  QUANTITIES,
  type Quantity,
  type ReadSeries,
  type SeriesStore,
  type Span,
} from '#server/series/series.ts'

/** Residual load of an area as stored, and as its TSO forecast it. */
export interface ResidualSeries {
  actual: Block
  /** The measured load alone. */
  load: Block
  tso: Block
  /** Without what is known only as it was last published, maybe after the day. */
  tsoInTime: Block
  /**
   * Whether the forecast of a part merely repeats the actual values, so that there is nothing to compare with. Looks at the values
   * from `fromUtc` on, a whole hour.
   */
  isTsoCopied: (fromUtc?: number) => boolean
  /** The market's days whose actual values are suspiciously low or high, in order. They are not scored. */
  suspiciousDays: readonly string[]
}

const READ_KINDS = ['actual', 'tso'] as const

/** Residual loads over a span of whole quarter hours. Rejects with a `DatabaseError`. */
export async function readResiduals(
  series: SeriesStore,
  area: MemberCode,
  span: Span,
): Promise<ResidualSeries> {
  const keys = READ_KINDS.flatMap((kind) => QUANTITIES.map((quantity) => ({ area, quantity, kind })))
  const blockOf = await series.read(keys, span)
  const inTimeOf = await series.read(keys, span, true)
  const residual = (kind: (typeof READ_KINDS)[number], blockOf: ReadSeries) =>
    residualBlock(byQuantity((quantity) => blockOf({ area, quantity, kind })))
  const hoursOf = (kind: (typeof READ_KINDS)[number]) =>
    byQuantity((quantity) => hourlyMeans(blockOf({ area, quantity, kind })))
  /** Several periods are looked at, and only by the accuracy. */
  let hours: Record<(typeof READ_KINDS)[number], ByQuantity<Float64Array>> | null = null
  const isCopied = (quantity: Quantity, fromUtc: number) => {
    hours ??= { actual: hoursOf('actual'), tso: hoursOf('tso') }
    const actual = hours.actual[quantity]
    const from = Math.max(0, Math.floor((fromUtc - span.fromUtc) / HOUR_MS))
    return isCopy(countNearHours(actual, hours.tso[quantity], from, actual.length))
  }
  const records = (await readDayRecords(series, [area], span)).get(area)
  const suspicious = QUANTITIES.flatMap((quantity) => records?.[quantity] ?? []).filter(
    ({ side }) => side !== 0,
  )
  return {
    actual: residual('actual', blockOf),
    load: blockOf({ area, quantity: 'load', kind: 'actual' }),
    tso: residual('tso', blockOf),
    tsoInTime: residual('tso', inTimeOf),
    isTsoCopied: (fromUtc = span.fromUtc) => QUANTITIES.some((quantity) => isCopied(quantity, fromUtc)),
    suspiciousDays: [...new Set(suspicious.map(({ day }) => day.date))].toSorted(),
  }
}
