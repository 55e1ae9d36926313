import { BAND_LIMITS, type BandQuery, BandQuerySchema } from '#contract/band.ts'
import type { QueryEnvelope } from '#contract/query.ts'
import type { Band } from '#web/chart/data/chart-data.ts'
import { readAnswer } from '#web/dashboard/graphs/answer/read-answer.ts'
import type { ChartRow, GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

import { createQuery } from './query-body.ts'

/** The band belongs to the final value, which the model page draws in this colour. */
const BAND_NAME = 'P10–P90 of the final value'

/** The query for the band of a graph; `null` where none is kept: for groups, for other types, for days. */
export function createBandQuery(filters: GraphFilters): BandQuery | null {
  return BandQuerySchema.safeParse(createQuery(filters)).data ?? null
}

/** The limits by moment, `[P10, P90]`; moments with only one of them are left out. */
export function readBand(answer: QueryEnvelope): ChartRow[] {
  const { rows, curves } = readAnswer(answer)
  const [low, high] = BAND_LIMITS.map((limit) => curves.findIndex(({ name }) => name === limit))
  return rows.flatMap(({ timestamp, values }) => {
    const limits = [values[low ?? -1] ?? null, values[high ?? -1] ?? null]
    return limits.includes(null) ? [] : [{ timestamp, values: limits }]
  })
}

/** The band at the stamps of a chart; `null` if none of them has limits. */
export function bandAt(timesS: readonly number[], limits: readonly ChartRow[]): Band | null {
  const byTime = new Map(limits.map(({ timestamp, values }) => [timestamp / 1000, values]))
  if (!timesS.some((timeS) => byTime.has(timeS))) return null
  return {
    name: BAND_NAME,
    colourIndex: QUANTITY_COLOURS.final,
    low: timesS.map((timeS) => byTime.get(timeS)?.[0] ?? null),
    high: timesS.map((timeS) => byTime.get(timeS)?.[1] ?? null),
  }
}
