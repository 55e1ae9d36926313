import type { AreaCode, MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS, type ForecastCountry } from '#contract/countries.ts'
import type { Span } from '#contract/time.ts'
import type { Upload } from '#contract/uploads.ts'
import { addDays, hourOf } from '#contract/zone-time.ts'
import { dayAt, hourEdgesOfDay, hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import { daysReaching, layRuns, valuesOf } from '#server/forecast/runs/kept/lay-runs.ts'
import { asOf, ruleOf, type RunRule } from '#server/forecast/runs/kept/run-rules.ts'
import type { RunStore, StoredRun } from '#server/forecast/runs/kept/run-store.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { type Known, momentOf } from '#server/series/known.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import type { Means, MeansKind, ReadMeans, RunValue } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import type { Block, Quantity } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadStore } from '#server/series/uploads/upload-store.ts'

export interface DayRequest {
  /** Uploaded forecasts that are compared, which the user may see. */
  uploads?: readonly Upload[]
  day: LocalDay
  zone: string
  known: Known
}

/** A delivery day of a country of the map. */
export interface CountryRequest extends DayRequest {
  country: ForecastCountry
}

export interface AreaDaysRequest extends Pick<DayRequest, 'zone' | 'known'> {
  area: AreaCode
  /** The uploaded forecast whose errors are requested, in place of the final one. */
  upload?: Upload | undefined
  span: Span
  /** The local midnight before now or, of what was known at a time, before that time. */
  todayUtc: number
}

export interface DayParts {
  readMeans: ReadMeans
  series: Pick<SeriesStore, 'read'>
  store: RunStore
  uploads: UploadStore
}

/** One value for each hour of a day, MW; null where a part of the hour is missing, and none at all where nothing is known. */
export type Hourly = readonly (number | null)[]

/** Forecasts of a quantity for an area on a day: by the TSO, by our model, the value that counts, and the band of residual load. */
export interface AreaDay extends Record<'tso' | RunValue, Hourly> {
  /** The run that speaks for the day; null if there is none, and then there is no forecast of ours. */
  run: StoredRun | null
}

/** The hours of a local day by area and quantity, as they are known or were known. Rejects with a `DatabaseError`. */
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

/** Reads the stored hours of a local day, by area and quantity. Rejects with a `DatabaseError`. */
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

/** Reads the stored whole hours between some edges, by area and quantity. Rejects with a `DatabaseError`. */
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

/** An hour that one of them lacks is missing: a sum without it would be another one. */
export function sumOf(members: readonly Hourly[], hours: number): Hourly {
  const nothing = members.length === 0 ? Number.NaN : 0
  return Array.from({ length: hours }, (_, hour) =>
    toPower(members.reduce((sum, values) => sum + (values[hour] ?? Number.NaN), nothing)),
  )
}

/** Chooses the runs that speak for a local day. */
export function ruleOfDay({ day, known }: Pick<DayRequest, 'day' | 'known'>): RunRule {
  return asOf(momentOf(known, day), ruleOf(known))
}

/** The requested kind of run if any area of the map has one: without one before the auction the newest answers. */
export async function wantedRun<Wanted extends DayRequest>(store: RunStore, wanted: Wanted): Promise<Wanted> {
  if (wanted.known.run !== 'early') return wanted
  const day = marketDayOf(wanted.day)
  const heads = await store.heads({ from: day, to: day })
  const isKept = ruleOfDay(wanted)(heads).some(({ area }) => FORECAST_AREAS.includes(area))
  return isKept ? wanted : { ...wanted, known: { ...wanted.known, run: null } }
}

/** The forecasts of an area by hour of UTC, and the run that speaks for a local day. */
export interface KeptForecasts extends Record<RunValue, Block> {
  runOn: (day: Span) => StoredRun | undefined
}

/** Those of the runs of an area that count, by default by the rule of what is known, for the hours that a span touches. */
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

/** The forecasts of a local day; none without a run of its own: the two hours that the run of the day before reaches into it are another forecast. */
export function forecastsOn(day: LocalDay, kept: KeptForecasts): Record<RunValue, Hourly> {
  const isForecast = kept.runOn(day) !== undefined
  return byRunValue((kind) => (isForecast ? hourlyOf(kept[kind], hourEdgesOfDay(day)) : []))
}

/** The means of a block from each edge to the next, MW; null where a part of that time is missing. */
export function hourlyOf(block: Block, edges: readonly number[]): Hourly {
  return Array.from(meansBetween(block, edges), toPower)
}

/** Local time at the beginning of each hour of a day: `HH:00`, twice where an hour comes twice. */
export function clocksOf(day: LocalDay): string[] {
  return hoursOf(day).map(({ hourOfDay }) => `${String(hourOfDay).padStart(2, '0')}:00`)
}

/** The local day of a date, or the day after it if the zone skipped that day. */
export function localDay(date: string, zone: string): LocalDay {
  return dayAt(hourOf(date, 12, zone), zone)
}

/** The local days before a day, the latest first. */
export function pastDays({ date }: LocalDay, count: number, zone: string): LocalDay[] {
  return Array.from({ length: count }, (_, back) => localDay(addDays(date, -back - 1), zone))
}
