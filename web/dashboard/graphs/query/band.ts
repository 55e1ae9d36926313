import { BAND_LIMITS, type BandQuery, BandQuerySchema } from '#contract/band.ts'
import type { QueryEnvelope } from '#contract/query.ts'
import type { Band } from '#web/chart/data/chart-data.ts'
import { valuesAt } from '#web/dashboard/graphs/answer/curves.ts'
import { readAnswer } from '#web/dashboard/graphs/answer/read-answer.ts'
import { type BandLimits, type GraphFilters, NO_LIMITS } from '#web/dashboard/graphs/store/graph-card.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

import { createQuery } from './query-body.ts'

/** The band belongs to the final value, which the model page draws in this colour. */
const BAND_NAME = 'P10–P90 of the final value'

/** The query for the band of a graph; `null` where none is kept: for groups, for other types, for days. */
export function createBandQuery(filters: GraphFilters): BandQuery | null {
  return BandQuerySchema.safeParse(createQuery(filters)).data ?? null
}

/** The limits of an answer. They are `NO_LIMITS` where it lacks one of the two. */
export function readBand(answer: QueryEnvelope): BandLimits {
  const { timesS, curves } = readAnswer(answer)
  const [low, high] = BAND_LIMITS.map((limit) => curves.find(({ name }) => name === limit)?.values)
  return low === undefined || high === undefined ? NO_LIMITS : { timesS, low, high }
}

/** The band at the stamps of a chart that have both limits; `null` if none has. */
export function bandAt(timesS: readonly number[], limits: BandLimits): Band | null {
  const whole = limits.timesS.flatMap((timeS, position) =>
    (limits.low[position] ?? null) === null || (limits.high[position] ?? null) === null
      ? []
      : [[timeS, position] as const],
  )
  const positions = new Map(whole)
  if (!timesS.some((timeS) => positions.has(timeS))) return null
  const at = timesS.map((timeS) => positions.get(timeS))
  return {
    name: BAND_NAME,
    colourIndex: QUANTITY_COLOURS.final,
    low: valuesAt(limits.low, at),
    high: valuesAt(limits.high, at),
  }
}
