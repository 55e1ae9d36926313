import type { Quantity, SeriesBlock, Span } from '#server/series/series.ts'

import type { ColumnName, EnergyChartsAnswer } from './answer.ts'
import { COUNTRIES_WITH_OFFSHORE_WIND } from './areas.ts'
import { measureSteps } from './steps.ts'
import { mergeBlocks, sumQuarterHours, toBlocks, type QuarterHours } from '#server/sources/quarter-hours.ts'
import type { Feed } from '#server/sources/source.ts'

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

/** What a feed takes from the columns of its answers. */
export function takeColumns(columns: Columns, feed: Feed): SeriesBlock[] {
  return feed.quantities.flatMap((quantity) => {
    const parts = partsOf(columns, feed, quantity)
    if (parts === null) return []
    const quarters = parts.reduce(sumQuarterHours)
    return toBlocks(quarters).map((block) => ({ area: feed.area, quantity, kind: feed.kind, ...block }))
  })
}

/** The columns that add up to a quantity; null where there are none, or where one is lacking without which the sum is partial. */
function partsOf(columns: Columns, feed: Feed, quantity: Quantity): [QuarterHours, ...QuarterHours[]] | null {
  const onshore = columns.get('wind_onshore')
  const offshore = columns.get('wind_offshore')
  if (quantity !== 'wind') {
    const only = columns.get(quantity)
    return only === undefined ? null : [only]
  }
  if (onshore !== undefined && offshore !== undefined) return [onshore, offshore]
  const only = onshore ?? offshore
  return only === undefined || COUNTRIES_WITH_OFFSHORE_WIND.has(feed.area) ? null : [only]
}
