import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#server/series/series.ts'

import { addDays, marketDayAt } from './market-day.ts'
import { bestRuns, type StoredRun, type RunStore } from './run-store.ts'

/** What was said of one hour: residual load in MW, null for none. */
export interface KeptHour {
  model: number | null
  final: number | null
  p10: number | null
  p90: number | null
}

/** What was said of the hours of an area, and by which run of each market day. */
export interface KeptForecasts {
  hours: ReadonlyMap<number, KeptHour>
  runs: ReadonlyMap<string, StoredRun>
}

const NOTHING: KeptForecasts = { hours: new Map(), runs: new Map() }

/** The forecasts that count for the hours of a span, by area. Rejects with a `DatabaseError`. */
export async function readKeptForecasts(
  store: RunStore,
  areas: readonly MemberCode[],
  span: Span,
): Promise<(area: MemberCode) => KeptForecasts> {
  const runs = await store.runs(areas, {
    // The tail of the day before reaches into the span.
    from: addDays(marketDayAt(span.fromUtc).date, -1),
    to: marketDayAt(span.toUtc - 1).date,
  })
  const byArea = new Map<MemberCode, StoredRun[]>()
  for (const run of bestRuns(runs)) byArea.set(run.area, [...(byArea.get(run.area) ?? []), run])
  const kept = new Map([...byArea].map(([area, ofArea]) => [area, keptForecasts(ofArea)]))
  return (area) => kept.get(area) ?? NOTHING
}

function keptForecasts(runs: readonly StoredRun[]): KeptForecasts {
  const hours = new Map<number, KeptHour>()
  // In order of days, so that a day's own forecast stands before the tail of the day before.
  for (const { hours: said } of runs.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const { model, final, p10, p90 } = said
    for (const [index, utc] of said.startsAtUtc.entries())
      hours.set(utc, {
        model: residual(model.load[index], model.solar[index], model.wind[index]),
        final: residual(final.load[index], final.solar[index], final.wind[index]),
        p10: p10[index] ?? null,
        p90: p90[index] ?? null,
      })
  }
  return { hours, runs: new Map(runs.map((run) => [run.day, run])) }
}

/** Load − solar − wind, to hundredths of a MW; null where any is missing. */
export function residual(
  load: number | null | undefined,
  solar: number | null | undefined,
  wind: number | null | undefined,
): number | null {
  if (load === null || solar === null || wind === null) return null
  if (load === undefined || solar === undefined || wind === undefined) return null
  const power = load - solar - wind
  return Number.isNaN(power) ? null : Math.round(power * 100) / 100 + 0
}
