import type { z } from 'zod'

import type { MemberCode } from '#contract/areas.ts'
import { type BandAnswerSchema, BAND_LIMITS } from '#contract/band.ts'
import { daysReaching, layRuns, newest } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { hourEdges } from '#server/series/local-calendar.ts'
import type { Block, Span } from '#server/series/series.ts'

import { toStamp } from './accuracy-answer.ts'
import { powerIn } from './power-in.ts'

/** The limits of an area's band at the hours of a span that have them, by the clocks of a zone. Rejects with a `DatabaseError`. */
export async function composeBandAnswer(
  store: RunStore,
  { area, span, zone }: { area: MemberCode; span: Span; zone: string },
): Promise<z.infer<typeof BandAnswerSchema>> {
  const edges = hourEdges(span, zone)
  const fromUtc = edges[0] ?? span.fromUtc
  const toUtc = edges.at(-1) ?? fromUtc
  if (toUtc === fromUtc) return Object.fromEntries(BAND_LIMITS.map((name) => [name, { data: {} }]))
  const whole = { fromUtc, toUtc }
  const { block } = layRuns(await store.parts(area, ['p10', 'p90'], daysReaching(whole)), whole, newest)
  const limit = (block: Block) => ({
    data: Object.fromEntries(
      edges.slice(0, -1).flatMap((hourUtc, index) => {
        const powerMw = powerIn(block, { fromUtc: hourUtc, toUtc: edges[index + 1] ?? toUtc })
        return powerMw === null ? [] : [[toStamp(hourUtc), powerMw]]
      }),
    ),
  })
  return { P10: limit(block(({ hours }) => hours.p10)), P90: limit(block(({ hours }) => hours.p90)) }
}
