import type { AreaCode, MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS, type ForecastCountry } from '#contract/countries.ts'
import type { Span } from '#contract/time.ts'
import type { Upload } from '#contract/uploads.ts'
import { addDays, hourOf } from '#contract/zone-time.ts'
import { dayAt, hourEdgesOfDay, hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import { daysReaching, layRuns, valuesOf } from '#server/forecast/runs/kept/lay-runs.ts'
import { asOf, type RunRule } from '#server/forecast/runs/kept/run-rules.ts'
import type { RunStore, StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { type Known, momentOf } from '#server/series/known.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import type { Means, MeansKind, ReadMeans, RunValue } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import type { Block, Quantity } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'

export interface DayRequest {
  /** Visible to the user. */
  uploads?: readonly Upload[]
  day: LocalDay
  zone: string
  known: Known
}

export interface CountryRequest extends DayRequest {
  country: ForecastCountry
}

export interface AreaDaysRequest extends Pick<DayRequest, 'zone' | 'known'> {
  area: AreaCode
  /** Scored instead of the final forecast. */
  upload?: Upload | undefined
  span: Span
  /** Local midnight before now, or before `as_of`. */
  todayUtc: number
}

export interface DayParts {
  readMeans: ReadMeans
  series: Pick<SeriesStore, 'read'>
  store: RunStore
  uploads: UploadStore
}

/** MW; null if any part of the hour is missing. Empty if no value is known. */
export type Hourly = readonly (number | null)[]

/** The band is of residual load. */
export interface AreaDay extends Record<'tso' | RunValue, Hourly> {
  /** Without one there is no forecast of ours. */
  run: StoredRun | null
}

export async function readDay<Of extends Quantity | 'residual'>(
  { readMeans, store }: DayParts,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  { day, known }: Pick<DayRequest, 'day' | 'known'>,
): Promise<(area: MemberCode, quantity: Of) => AreaDay> {
  const tsoOf = await readHourly(readMeans, areas, quantities, 'tso', day, known)
  const runs = await store.runs(areas, daysReaching(day))
  return (area, quantity) => {
    const ofArea = runs.filter((run) => run.area === area)
    const kept = keptForecasts(ofArea, day, known, { quantity })
    const run = kept.runOn(day) ?? null
    return { tso: tsoOf(area, quantity), ...forecastsOn(day, kept), run }
  }
}

export async function readHourly<Of extends Quantity | 'residual'>(
  readMeans: ReadMeans,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  kind: 'actual' | 'tso',
  day: LocalDay,
  known: Known,
): Promise<(area: MemberCode, quantity: Of) => Hourly> {
  const meansOf = await readStored(readMeans, areas, quantities, kind, hourEdgesOfDay(day), known)
  return (area, quantity) => Array.from(meansOf(area, quantity).powerMw, toPower)
}

const NOTHING: Means = { powerMw: new Float64Array(), hasValue: false }

/** Complete hours, NaN for others. */
export async function readStored<Of extends Quantity | 'residual'>(
  readMeans: ReadMeans,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  kind: MeansKind,
  edges: readonly number[],
  known: Known,
): Promise<(area: MemberCode, quantity: Of) => Means> {
  const means = new Map<Of, ReadonlyMap<MemberCode, Means>>()
  for (const quantity of quantities)
    means.set(quantity, await readMeans(areas, quantity, kind, { edges, maxMissingMs: 0 }, known))
  return (area, quantity) => means.get(quantity)?.get(area) ?? NOTHING
}

/** A partial sum is another quantity, so all members must have the hour. */
export function sumOf(members: readonly Hourly[], hours: number): Hourly {
  const nothing = members.length === 0 ? Number.NaN : 0
  return Array.from({ length: hours }, (_, hour) =>
    toPower(members.reduce((sum, values) => sum + (values[hour] ?? Number.NaN), nothing)),
  )
}

export function ruleOfDay({ day, known }: Pick<DayRequest, 'day' | 'known'>): RunRule {
  return asOf(momentOf(known, day), known)
}

/** The current run if no area of the map has an early run. */
export async function wantedRun<Wanted extends DayRequest>(store: RunStore, wanted: Wanted): Promise<Wanted> {
  if (wanted.known.run !== 'early') return wanted
  const day = marketDayOf(wanted.day)
  const heads = await store.heads({ from: day, to: day })
  const isKept = ruleOfDay(wanted)(heads).some(({ area }) => FORECAST_AREAS.includes(area))
  return isKept ? wanted : { ...wanted, known: { ...wanted.known, run: null } }
}

export interface KeptForecasts extends Record<RunValue, Block> {
  runOn: (day: Span) => StoredRun | undefined
}

/** By default, `known` selects the runs. */
export function keptForecasts(
  runs: readonly StoredRun[],
  span: Span,
  known: Known,
  { quantity = 'residual', rule }: { quantity?: Quantity | 'residual'; rule?: RunRule } = {},
): KeptForecasts {
  const laid = layRuns(runs, span, known, rule)
  return { ...byRunValue((kind) => laid.block(valuesOf(kind, quantity))), runOn: laid.runOn }
}

function byRunValue<Value>(of: (kind: RunValue) => Value): Record<RunValue, Value> {
  return { model: of('model'), final: of('final'), p10: of('p10'), p90: of('p90') }
}

/** Without a run of its own, a day has only two hours of the day before's: another forecast. */
export function forecastsOn(day: LocalDay, kept: KeptForecasts): Record<RunValue, Hourly> {
  const isForecast = kept.runOn(day) !== undefined
  return byRunValue((kind) => (isForecast ? hourlyOf(kept[kind], hourEdgesOfDay(day)) : []))
}

/** MW; null if part of the time is missing. */
export function hourlyOf(block: Block, edges: readonly number[]): Hourly {
  return Array.from(meansBetween(block, edges), toPower)
}

/** `HH:00`, twice for a doubled hour. */
export function clocksOf(day: LocalDay): string[] {
  return hoursOf(day).map(({ hourOfDay }) => `${String(hourOfDay).padStart(2, '0')}:00`)
}

/** The next day if the zone skipped this date. */
export function localDay(date: string, zone: string): LocalDay {
  return dayAt(hourOf(date, 12, zone), zone)
}

/** Latest first. */
export function pastDays({ date }: LocalDay, count: number, zone: string): LocalDay[] {
  return Array.from({ length: count }, (_, back) => localDay(addDays(date, -back - 1), zone))
}
