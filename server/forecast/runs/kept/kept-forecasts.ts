import type { MemberCode } from '#contract/areas.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'

import { bestRuns, bestRunsOf, type StoredRun, type RunStore } from './run-store.ts'

/** The forecasts of an area's residual load by hour of UTC, and the run of each market day that they are from. */
export interface KeptForecasts {
  model: Block
  final: Block
  p10: Block
  p90: Block
  runs: ReadonlyMap<string, StoredRun>
}

/** Forecasts by area: those that count, or only those of runs of a kind. */
export type ReadKept = (area: MemberCode, kind?: RunKind) => KeptForecasts

/** The forecasts for the hours that a span touches. Rejects with a `DatabaseError`. */
export async function readKeptForecasts(
  store: RunStore,
  areas: readonly MemberCode[],
  span: Span,
): Promise<ReadKept> {
  const runs = await store.runs(areas, {
    // The tail of the day before reaches into the span.
    from: addDays(marketDayAt(span.fromUtc).date, -1),
    to: marketDayAt(span.toUtc - 1).date,
  })
  const byArea = new Map<MemberCode, StoredRun[]>()
  for (const run of runs) byArea.set(run.area, [...(byArea.get(run.area) ?? []), run])
  return (area, kind) => {
    const ofArea = byArea.get(area) ?? []
    return keptForecasts(kind ? bestRunsOf(kind, ofArea) : bestRuns(ofArea), span)
  }
}

function keptForecasts(runs: readonly StoredRun[], span: Span): KeptForecasts {
  const startsAtUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
  const hours = Math.ceil((span.toUtc - startsAtUtc) / HOUR_MS)
  const nothing = (): Block => ({
    startsAtUtc,
    stepMinutes: 60,
    powerMw: new Float64Array(hours).fill(NaN),
  })
  const kept = { model: nothing(), final: nothing(), p10: nothing(), p90: nothing() }
  // In order of days, so that a day's own forecast comes before the tail of the day before.
  for (const { hours: said } of runs.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const model = residualLoad(said.model)
    const final = residualLoad(said.final)
    for (const [index, utc] of said.startsAtUtc.entries()) {
      const hour = (utc - startsAtUtc) / HOUR_MS
      if (hour < 0 || hour >= hours) continue
      kept.model.powerMw[hour] = model[index] ?? NaN
      kept.final.powerMw[hour] = final[index] ?? NaN
      kept.p10.powerMw[hour] = said.p10[index] ?? NaN
      kept.p90.powerMw[hour] = said.p90[index] ?? NaN
    }
  }
  return { ...kept, runs: new Map(runs.map((run) => [run.day, run])) }
}
