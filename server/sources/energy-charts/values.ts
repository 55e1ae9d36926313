import { type Span, MINUTE_MS, type StepMinutes } from '#server/series/series.ts'
import { mergeBlocks, type QuarterHours } from '#server/sources/quarter-hours.ts'
import type { Feed, Fetched } from '#server/sources/source.ts'
import { readFeed, type PublishedParts } from '#server/sources/wind-sum.ts'

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

/** What a feed takes from the columns of its answers. */
export function readColumns(
  columns: Columns,
  faults: readonly AnswerFault[],
  feed: Feed,
  span: Span,
  parts: PublishedParts,
): Promise<Fetched> {
  const unreadOf = (name: ColumnName | null) =>
    faults.flatMap(({ column, spans }) => (column === name ? (spans ?? [span]) : []))
  const published = {
    valuesOf: (name: ColumnName) => columns.get(name) ?? null,
    unreadOf,
    unreadOffshore: unreadOf('wind_offshore'),
    faults: faults.map(({ message }) => `left out: ${message}`),
  }
  return readFeed(feed, span, published, parts)
}
