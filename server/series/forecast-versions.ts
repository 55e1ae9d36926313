import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'

import { decodeChunk, encodeChunk } from './chunk-codec.ts'
import { cutAtDays, dueUtc, layOnQuarters } from './forecast-days.ts'
import { daysTouching, type LocalDay } from './local-calendar.ts'
import { keyText } from './patches.ts'
import { DAY_MS, MINUTE_MS, type SeriesBlock, type SeriesKey, type Span, type StepMinutes } from './series.ts'

/** Sources are polled for this long after a delivery day. What is fetched later is history; its fetch time says nothing. */
const POLLED_AFTER_DAY_MS = 3 * DAY_MS
/** The most versions that are kept of one day and series, from before and from after the forecast was due. */
const MOST_BEFORE_DUE = 6
const MOST_AFTER_DUE = 6
const KEPT_DAYS = 400
const QUARTER_MS = 15 * MINUTE_MS

/** What one fetch gave for one delivery day of a series. */
interface FetchedDay {
  seriesId: number
  key: SeriesKey
  day: LocalDay
  /** The finest step among the blocks. */
  stepMinutes: StepMinutes
  /** Values on the quarter hours of the day, NaN where the fetch gave none. */
  quarters: Float32Array
  blocks: SeriesBlock[]
}

interface Version {
  fetchedAtUtc: number
  quarters: Float32Array
}

/** Which values of a forecast can be written, and how. */
interface WritableForecast {
  /** Replaces what is stored. */
  replacing: SeriesBlock[]
  /** Is written only where nothing is stored. */
  filling: SeriesBlock[]
}

/**
 * Keeps a fetched TSO forecast as versions of its delivery days, and says which values can be written. Until a forecast is due,
 * each version replaces the one before. Of the versions seen after that, the first one stays. Call it with the series locked.
 */
export async function keepVersions(
  connection: Transaction,
  blocks: readonly SeriesBlock[],
  seriesIds: ReadonlyMap<string, number>,
  fetchedAtUtc: number,
): Promise<WritableForecast> {
  const writable: WritableForecast = { replacing: [], filling: [] }
  const fetched = new Map<string, FetchedDay>()
  for (const { day, block } of cutAtDays(blocks)) {
    const seriesId = seriesIds.get(keyText(block))
    if (seriesId === undefined || day.toUtc + POLLED_AFTER_DAY_MS < fetchedAtUtc) writable.filling.push(block)
    else addTo(fetched, seriesId, day, block)
  }
  const known = await readVersions(connection, [...fetched.values()])
  const news: FetchedDay[] = []
  for (const [name, one] of fetched) {
    const versions = known.get(name) ?? []
    const due = dueUtc(one.key.quantity, one.day.date)
    const settled = overlaid(
      versions.filter((version) => version.fetchedAtUtc >= due),
      one.quarters.length,
    )
    const latest = overlaid(versions, one.quarters.length)
    const isNew = one.quarters.some((value, quarter) => {
      if (Number.isNaN(value)) return false
      return (
        value !== latest[quarter] || (fetchedAtUtc >= due && Number.isNaN(settled[quarter] ?? Number.NaN))
      )
    })
    if (isNew && hasRoom(versions, due, fetchedAtUtc)) news.push(one)
    // Without a version nobody knows when the stored value was seen. It might be the one that stays.
    const mayReplace = versions.length > 0 || fetchedAtUtc < due
    for (const block of one.blocks)
      if (mayReplace) writable.replacing.push(withoutSettled(block, one.day, settled))
    writable.filling.push(...one.blocks)
  }
  if (news.length > 0) await writeVersions(connection, news, fetchedAtUtc)
  return writable
}

function addTo(fetched: Map<string, FetchedDay>, seriesId: number, day: LocalDay, block: SeriesBlock): void {
  const name = nameOf(seriesId, day.date)
  const { area, quantity, kind, stepMinutes } = block
  const one: FetchedDay = fetched.get(name) ?? {
    seriesId,
    key: { area, quantity, kind },
    day,
    stepMinutes,
    quarters: new Float32Array((day.toUtc - day.fromUtc) / QUARTER_MS).fill(Number.NaN),
    blocks: [],
  }
  if (stepMinutes < one.stepMinutes) one.stepMinutes = stepMinutes
  layOnQuarters(one.quarters, day.fromUtc, block)
  one.blocks.push(block)
  fetched.set(name, one)
}

function nameOf(seriesId: number, deliveryDay: string): string {
  return `${seriesId} ${deliveryDay}`
}

/** The values of several versions. Where they overlap, the later version counts. */
function overlaid(versions: readonly Version[], length: number): Float32Array {
  const quarters = new Float32Array(length).fill(Number.NaN)
  for (const version of versions)
    for (const [quarter, value] of version.quarters.entries())
      if (!Number.isNaN(value)) quarters[quarter] = value
  return quarters
}

/** After the due time, a source that keeps revising must not fill the table. Before it, old versions make room. */
function hasRoom(versions: readonly Version[], due: number, fetchedAtUtc: number): boolean {
  if (fetchedAtUtc < due) return true
  return versions.filter((version) => version.fetchedAtUtc >= due).length < MOST_AFTER_DUE
}

function withoutSettled(block: SeriesBlock, day: LocalDay, settled: Float32Array): SeriesBlock {
  const repeat = block.stepMinutes / 15
  const first = (block.startsAtUtc - day.fromUtc) / QUARTER_MS
  const powerMw = block.powerMw.map((value, slot) => {
    const own = settled.subarray(first + slot * repeat, first + (slot + 1) * repeat)
    return own.every(Number.isNaN) ? value : Number.NaN
  })
  return { ...block, powerMw }
}

interface VersionRow {
  series_id: number
  delivery_day: string
  fetched_at: Date
  step_minutes: StepMinutes
  power_mw: Uint8Array
}

function toVersion({ fetched_at, step_minutes, power_mw }: VersionRow): Version {
  const values = decodeChunk(power_mw)
  const repeat = step_minutes / 15
  const quarters = Float32Array.from(
    { length: values.length * repeat },
    (_, quarter) => values[Math.floor(quarter / repeat)] ?? Number.NaN,
  )
  return { fetchedAtUtc: fetched_at.getTime(), quarters }
}

/** The versions of delivery days by series and day, in the order of their fetches, up to a time of fetch. */
async function readVersions(
  connection: Queryable,
  days: readonly { seriesId: number; day: LocalDay }[],
  untilUtc = Date.UTC(2200, 0, 1),
): Promise<Map<string, Version[]>> {
  if (days.length === 0) return new Map()
  const rows = await connection.query<VersionRow>(
    `SELECT series_id, delivery_day, fetched_at, step_minutes, power_mw
     FROM unnest($1::int[], $2::date[]) AS wanted (series_id, delivery_day)
       JOIN forecast_version USING (series_id, delivery_day)
     WHERE fetched_at <= $3::timestamptz ORDER BY fetched_at`,
    [days.map(({ seriesId }) => seriesId), days.map(({ day }) => day.date), new Date(untilUtc)],
  )
  const versions = new Map<string, Version[]>()
  for (const row of rows) {
    const name = nameOf(row.series_id, row.delivery_day)
    versions.set(name, [...(versions.get(name) ?? []), toVersion(row)])
  }
  return versions
}

async function writeVersions(
  connection: Transaction,
  days: readonly FetchedDay[],
  fetchedAtUtc: number,
): Promise<void> {
  const steps = days.map(({ stepMinutes }) => stepMinutes)
  const ids = days.map(({ seriesId }) => seriesId)
  const dates = days.map(({ day }) => day.date)
  await connection.query(
    `INSERT INTO forecast_version (series_id, delivery_day, fetched_at, step_minutes, power_mw)
     SELECT series_id, delivery_day, $5::timestamptz, step_minutes, decode(power_mw, 'hex')
     FROM unnest($1::int[], $2::date[], $3::int[], $4::text[]) AS written (series_id, delivery_day, step_minutes, power_mw)
     ON CONFLICT (series_id, delivery_day, fetched_at) DO UPDATE
     SET step_minutes = excluded.step_minutes, power_mw = excluded.power_mw`,
    [ids, dates, steps, days.map(packed), new Date(fetchedAtUtc)],
  )
  await connection.query(
    `DELETE FROM forecast_version USING (
       SELECT series_id, delivery_day, fetched_at,
         row_number() OVER (PARTITION BY series_id, delivery_day ORDER BY fetched_at DESC) AS age
       FROM unnest($1::int[], $2::date[], $3::timestamptz[]) AS written (series_id, delivery_day, due)
         JOIN forecast_version USING (series_id, delivery_day)
       WHERE fetched_at < due
     ) AS early
     WHERE forecast_version.series_id = early.series_id AND forecast_version.delivery_day = early.delivery_day
       AND forecast_version.fetched_at = early.fetched_at AND age > $4::int`,
    [ids, dates, days.map(({ key, day }) => new Date(dueUtc(key.quantity, day.date))), MOST_BEFORE_DUE],
  )
  await connection.query(
    'DELETE FROM forecast_version WHERE series_id = ANY($1::int[]) AND delivery_day < $2::date',
    [[...new Set(ids)], new Date(fetchedAtUtc - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)],
  )
}

function packed({ stepMinutes, quarters }: FetchedDay): string {
  const repeat = stepMinutes / 15
  return encodeChunk(quarters.filter((_, quarter) => quarter % repeat === 0))
}

/** A TSO forecast as it was known at a time: quarter hours of a span, NaN where nothing had been fetched by then. */
export async function readAsOf(
  connection: Queryable,
  seriesId: number,
  span: Span,
  knownUtc: number,
): Promise<Float64Array> {
  const days = daysTouching(span, DEFAULT_TIME_ZONE)
  const powerMw = new Float32Array((span.toUtc - span.fromUtc) / QUARTER_MS).fill(Number.NaN)
  const versions = await readVersions(
    connection,
    days.map((day) => ({ seriesId, day })),
    knownUtc,
  )
  for (const day of days)
    for (const { quarters } of versions.get(nameOf(seriesId, day.date)) ?? [])
      layOnQuarters(powerMw, span.fromUtc, {
        startsAtUtc: day.fromUtc,
        stepMinutes: 15,
        powerMw: Float64Array.from(quarters),
      })
  return Float64Array.from(powerMw)
}
