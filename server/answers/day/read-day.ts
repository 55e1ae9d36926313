import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { hourOf } from '#contract/zone-time.ts'
import {
  asOf,
  beforeAuction,
  daysReaching,
  layRuns,
  newest,
  previous,
  type RunRule,
} from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore, StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import { dayAt, hourEdgesOfDay, hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { meanPower } from '#server/series/means/mean-power.ts'
import type { ReadMeans } from '#server/series/means/means.ts'
import { residualLoad } from '#server/series/means/residual-load.ts'
import { toPower } from '#server/series/power.ts'
import type { Block, Quantity, Span } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'

/** What the answers about days read. */
export interface DayParts {
  readMeans: ReadMeans
  store: RunStore
}

/** One value for each hour of a day, MW; null where a part of the hour is missing. */
export type Hourly = readonly (number | null)[]

/** What is forecast for an area on a day: by the TSO, by our model, and the value that counts, with its band of residual load. */
export interface AreaDay<Of extends Quantity | 'residual'> {
  tso: (quantity: Of) => Hourly
  model: (quantity: Of) => Hourly
  final: (quantity: Of) => Hourly
  p10: Hourly
  p90: Hourly
  /** The run that speaks for the day; null if there is none, and then there is no forecast of ours. */
  run: StoredRun | null
}

/**
 * The hours of a local day by area. A rule chooses the runs; `knownUtc` asks for the TSO's forecast as it was known then. Rejects with
 * a `DatabaseError`.
 */
export async function readDay<Of extends Quantity | 'residual'>(
  { readMeans, store }: DayParts,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  day: LocalDay,
  rule: RunRule,
  knownUtc: number | null = null,
): Promise<(area: MemberCode) => AreaDay<Of>> {
  const tsoOf = await readHourly(readMeans, areas, quantities, 'tso', day, knownUtc)
  const keptOf = await readKeptForecasts(store, areas, day)
  const hours = hoursOf(day)
  return (area) => {
    const kept = keptOf(area, rule)
    const hourly = (block: Block) => hours.map((hour) => powerOfRun(kept, block, day, hour))
    return {
      tso: (quantity) => tsoOf(area, quantity),
      model: (quantity) => hourly(kept.blockOf('model', quantity)),
      final: (quantity) => hourly(kept.blockOf('final', quantity)),
      p10: hourly(kept.p10),
      p90: hourly(kept.p90),
      run: kept.runs.get(marketDayOf(day)) ?? null,
    }
  }
}

/** What is stored of the hours of a local day, by area and quantity. Rejects with a `DatabaseError`. */
export async function readHourly<Of extends Quantity | 'residual'>(
  readMeans: ReadMeans,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  kind: 'actual' | 'tso',
  day: LocalDay,
  knownUtc: number | null = null,
): Promise<(area: MemberCode, quantity: Of) => Hourly> {
  const buckets = { edges: hourEdgesOfDay(day), maxMissingMs: 0 }
  const means = new Map<Of, Awaited<ReturnType<ReadMeans>>>()
  for (const quantity of quantities)
    means.set(quantity, await readMeans(areas, quantity, kind, buckets, knownUtc))
  return (area, quantity) => Array.from(means.get(quantity)?.get(area)?.powerMw ?? [], toPower)
}

/** An hour that one of them lacks is missing: a sum without it would be another one. */
export function sumOf(members: readonly Hourly[], hours: number): Hourly {
  return Array.from({ length: hours }, (_, hour) =>
    members.reduce<number | null>(
      (sum, values) => {
        const value = values[hour] ?? null
        return sum === null || value === null ? null : sum + value
      },
      members.length === 0 ? null : 0,
    ),
  )
}

/** The market's delivery day that covers most of a local day: the one that holds its noon. */
export function marketDayOf(day: Span): string {
  return marketDayAt((day.fromUtc + day.toUtc) / 2).date
}

/** Which runs answer a request. */
export function ruleOf({ kind, knownUtc = null }: Pick<DayRequest, 'kind' | 'knownUtc'>): RunRule {
  const rule = kind === undefined ? newest : kind === 'early' ? beforeAuction : previous
  return knownUtc === null ? rule : asOf(knownUtc, rule)
}

/** What is requested, if there is such a run for any area of the map: without one before the auction the newest answers. */
export async function wantedRun(store: RunStore, wanted: DayRequest): Promise<DayRequest> {
  if (wanted.kind !== 'early') return wanted
  const day = marketDayOf(wanted.day)
  const heads = await store.heads({ from: day, to: day })
  const isKept = ruleOf(wanted)(heads).some(({ area }) => FORECAST_AREAS.includes(area))
  return isKept ? wanted : { ...wanted, kind: undefined }
}

/** The forecasts of an area's residual load by hour of UTC, and the run of each delivery day that they are from. */
export interface KeptForecasts extends Record<'model' | 'final' | 'p10' | 'p90', Block> {
  runs: ReadonlyMap<string, StoredRun>
  blockOf: (of: 'model' | 'final', quantity: Quantity | 'residual') => Block
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
    const blockOf: KeptForecasts['blockOf'] = (of, quantity) =>
      laid.block(({ hours }) => (quantity === 'residual' ? residualLoad(hours[of]) : hours[of][quantity]))
    return {
      model: blockOf('model', 'residual'),
      final: blockOf('final', 'residual'),
      p10: laid.block(({ hours }) => hours.p10),
      p90: laid.block(({ hours }) => hours.p90),
      runs: laid.runs,
      blockOf,
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
  return powerOfRun(kept, kept[name], day, hour)
}

function powerOfRun({ runs }: KeptForecasts, block: Block, day: LocalDay, hour: Span): number | null {
  return runs.has(marketDayOf(day)) ? powerIn(block, hour) : null
}

/** The mean of a block over a local hour, MW; null where a part of the hour is missing. Weighted by overlap. */
export function powerIn(block: Block, { fromUtc, toUtc }: Span): number | null {
  return toPower(meanPower(block, fromUtc, toUtc))
}

/** What the clocks show at the beginning of each hour of a day: `HH:00`, twice where an hour comes twice. */
export function clocksOf(day: LocalDay): string[] {
  return hoursOf(day).map(({ hourOfDay }) => `${String(hourOfDay).padStart(2, '0')}:00`)
}

/** The local day of a date, or the day after it if the zone skipped that day. */
export function localDay(date: string, zone: string): LocalDay {
  return dayAt(hourOf(date, 12, zone), zone)
}

export function daysBefore(date: string, days: number, zone: string): LocalDay {
  return localDay(addDays(date, -days), zone)
}
