import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import {
  beforeAuction,
  daysReaching,
  isBeforeAuction,
  layRuns,
  newest,
  previous,
  type RunRule,
} from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore, StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { marketDayAt } from '#server/forecast/runs/market-day.ts'
import type { LocalDay } from '#server/series/local-calendar.ts'
import { residualLoad } from '#server/series/residual-load.ts'
import type { Block, Span } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'
import { powerIn } from './power-in.ts'

/** The market's delivery day that covers most of a local day: the one that holds its noon. */
export function marketDayOf(day: Span): string {
  return marketDayAt((day.fromUtc + day.toUtc) / 2).date
}

/** Which runs answer a request. */
export function ruleOf({ kind }: DayRequest): RunRule {
  return kind === undefined ? newest : kind === 'early' ? beforeAuction : previous
}

/** What is asked for, if there is such a run for any area of the map: without one before the auction the newest answers. */
export async function askForKeptRun(store: RunStore, asked: DayRequest): Promise<DayRequest> {
  if (asked.kind !== 'early') return asked
  const day = marketDayOf(asked.day)
  const heads = await store.heads({ from: day, to: day })
  const isKept = heads.some((head) => FORECAST_AREAS.includes(head.area) && isBeforeAuction(head))
  return isKept ? asked : { ...asked, kind: undefined }
}

/** The forecasts of an area's residual load by hour of UTC, and the run of each delivery day that they are from. */
export interface KeptForecasts extends Record<'model' | 'final' | 'p10' | 'p90', Block> {
  runs: ReadonlyMap<string, StoredRun>
}

/** Forecasts by area, of the runs that a rule chooses. */
export type ReadKept = (area: MemberCode, rule: RunRule) => KeptForecasts

/** The forecasts for the hours that a span touches. Rejects with a `DatabaseError`. */
export async function readKeptForecasts(
  store: RunStore,
  areas: readonly MemberCode[],
  span: Span,
): Promise<ReadKept> {
  const runs = await store.runs(areas, daysReaching(span))
  const byArea = new Map<MemberCode, StoredRun[]>()
  for (const run of runs) byArea.set(run.area, [...(byArea.get(run.area) ?? []), run])
  return (area, rule) => {
    const laid = layRuns(byArea.get(area) ?? [], span, rule)
    return {
      model: laid.block(({ hours }) => residualLoad(hours.model)),
      final: laid.block(({ hours }) => residualLoad(hours.final)),
      p10: laid.block(({ hours }) => hours.p10),
      p90: laid.block(({ hours }) => hours.p90),
      runs: laid.runs,
    }
  }
}

/**
 * What runs say about an hour of a local day, MW. A day without a run of its own has no forecast: the two hours that the run of the
 * day before reaches into it belong to another forecast.
 */
export function forecastIn(
  kept: KeptForecasts,
  name: 'model' | 'final' | 'p10' | 'p90',
  day: LocalDay,
  hour: Span,
): number | null {
  return kept.runs.has(marketDayOf(day)) ? powerIn(kept[name], hour) : null
}
