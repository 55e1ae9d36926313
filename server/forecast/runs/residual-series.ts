import type { MemberCode } from '#contract/areas.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import { type Block, QUANTITIES, type SeriesStore, type Span } from '#server/series/series.ts'

/** Residual load of an area as stored, and as its TSO forecast it the day before. */
export interface ResidualSeries {
  actual: Block
  tso: Block
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
  const residual = (kind: (typeof READ_KINDS)[number]) =>
    residualBlock(byQuantity((quantity) => blockOf({ area, quantity, kind })))
  return { actual: residual('actual'), tso: residual('tso') }
}
