import { type Span, MINUTE_MS, type StepMinutes, type StoredQuantity } from '#server/series/series.ts'
import { gapsOf, mergeBlocks, touching, type QuarterHours } from '#server/sources/quarter-hours.ts'
import { storedQuantities, type Feed, type Fetched } from '#server/sources/source.ts'
import { blocksOfFeed, type PublishedParts } from '#server/sources/wind-sum.ts'

import type { AnswerFault, ColumnName, EnergyChartsAnswer } from './answer.ts'

const STEPS: ReadonlySet<number> = new Set([15, 30, 60])

function isStep(minutes: number): minutes is StepMinutes {
  return STEPS.has(minutes)
}

/**
 * Measures the step of every stamp as the distance to its nearer neighbour. So a change from hours to quarter hours is found
 * at the stamp where it happens, and a stamp before a gap does not cover the gap. A stamp without a neighbour within the
 * hour has the declared step, or null.
 */
export function measureSteps(
  stampsUtc: readonly number[],
  declaredStep: number | null,
): (StepMinutes | null)[] {
  const declared = declaredStep !== null && isStep(declaredStep) ? declaredStep : null
  return stampsUtc.map((stamp, index) => {
    const before = (stamp - (stampsUtc[index - 1] ?? Number.NEGATIVE_INFINITY)) / MINUTE_MS
    const after = ((stampsUtc[index + 1] ?? Number.POSITIVE_INFINITY) - stamp) / MINUTE_MS
    const nearest = Math.min(before, after)
    const step = isStep(nearest) ? nearest : declared
    return step !== null && stamp % (step * MINUTE_MS) === 0 ? step : null
  })
}

/** The columns of an answer laid out on the quarter hours of a span. */
export type Columns = ReadonlyMap<ColumnName, QuarterHours>

export function layOut({ stampsUtc, columns, declaredStep }: EnergyChartsAnswer, span: Span): Columns {
  const steps = measureSteps(stampsUtc, declaredStep)
  const blocksOf = (values: readonly (number | null)[]) =>
    stampsUtc.flatMap((startsAtUtc, index) => {
      const stepMinutes = steps[index] ?? null
      const value = values[index] ?? null
      // The interface includes the end of the span in its answer; our spans do not.
      const isInside = startsAtUtc >= span.fromUtc && startsAtUtc < span.toUtc
      if (stepMinutes === null || value === null || !isInside) return []
      return [{ startsAtUtc, stepMinutes, powerMw: Float64Array.of(value) }]
    })
  return new Map([...columns].map(([name, values]) => [name, mergeBlocks(blocksOf(values), span).quarters]))
}

/** The columns that quantities are made of. */
const COLUMNS_OF: Readonly<Record<StoredQuantity, readonly ColumnName[]>> = {
  load: ['load'],
  solar: ['solar'],
  wind: ['wind_onshore', 'wind_offshore'],
  wind_offshore: ['wind_offshore'],
}

/** What a feed takes from the columns of its answers. */
export async function readColumns(
  columns: Columns,
  faults: readonly AnswerFault[],
  feed: Feed,
  span: Span,
  parts: PublishedParts,
): Promise<Fetched> {
  const isUnread = (names: readonly (ColumnName | null)[]) =>
    touching(faults.flatMap(({ column, spans }) => (names.includes(column) ? (spans ?? [span]) : [])))
  const blocks = await blocksOfFeed(
    feed,
    (quantity) => columns.get(quantity) ?? null,
    parts,
    isUnread(['wind_offshore']),
  )
  const unread = storedQuantities(feed).flatMap((quantity) => {
    const own = blocks.filter((block) => block.quantity === quantity)
    return gapsOf(own, span, isUnread([null, ...COLUMNS_OF[quantity]])).map((gap) => ({ quantity, ...gap }))
  })
  return { blocks, unread, faults: faults.map(({ message }) => `left out: ${message}`) }
}
