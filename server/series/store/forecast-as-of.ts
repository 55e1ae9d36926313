import { QUARTER_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching } from '#server/calendar/local-calendar.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Queryable } from '#server/database/database.ts'
import { toMegawatts } from '#server/series/chunks/chunk-codec.ts'
import { assembleBlock, type SeriesChunk } from '#server/series/chunks/read-chunks.ts'
import { dueUtc, layOnQuarters } from '#server/series/forecast-days.ts'
import { type Known, type KnownPart, knownParts, type Published } from '#server/series/known.ts'
import type { SeriesKey, StoredQuantity } from '#server/series/series.ts'
import { inTurn } from '#server/series/turns.ts'

import { quartersIn, readVersions, readVersionTimes, versionName } from './forecast-version-table.ts'
import type { Version } from './forecast-version-table.ts'

/** Values as stored after these versions and changes. */
function replayed(versions: readonly Version[], due: number, length: number): Float32Array {
  let quarters = new Float32Array(length).fill(Number.NaN)
  const settled = new Set<number>()
  for (const version of versions)
    if (!version.isChange && version.fetchedAtUtc < due) quarters = version.quarters.slice()
    else
      for (const [quarter, value] of version.quarters.entries()) {
        if (Number.isNaN(value) || (!version.isChange && settled.has(quarter))) continue
        quarters[quarter] = value
        if (!version.isChange) settled.add(quarter)
      }
  return quarters
}

interface StoredForecast {
  seriesId: number
  quantity: StoredQuantity
  chunks: readonly SeriesChunk[]
}

/** Quarter hours as stored at a moment, in the order of the series. A value without a version is known since its chunk was first stored. */
export async function readAsOf(
  connection: Queryable,
  series: readonly StoredForecast[],
  span: Span,
  known: Known,
): Promise<Float64Array[]> {
  const days = daysTouching(span, MARKET_ZONE)
  const parts = knownParts(known, span)
  const wanted = series.flatMap(({ seriesId }) => days.map((day) => ({ seriesId, day })))
  const versions = await readVersions(connection, wanted, true)
  const forecasts: Float64Array[] = []
  for (const one of series) forecasts.push(await inTurn(() => layAsOf(one, versions, parts, span)))
  return forecasts
}

function layAsOf(
  { seriesId, quantity, chunks }: StoredForecast,
  kept: ReadonlyMap<string, readonly Version[]>,
  parts: readonly KnownPart[],
  span: Span,
): Float64Array {
  const powerMw = new Float32Array(quartersIn(span)).fill(Number.NaN)
  for (const { day, knownUtc, ...part } of parts) {
    const [first, end] = [part.fromUtc, part.toUtc].map((utc) => (utc - span.fromUtc) / QUARTER_MS)
    const ofPart = powerMw.subarray(first, end)
    const stored = chunks.filter(
      ({ firstStoredUtc, monthFromUtc }) =>
        firstStoredUtc <= knownUtc && monthFromUtc < part.toUtc && monthOf(monthFromUtc).toUtc > part.fromUtc,
    )
    layOnQuarters(ofPart, part.fromUtc, assembleBlock(stored, part))
    const versions = kept.get(versionName(seriesId, day.date)) ?? []
    const then = versions.filter(({ fetchedAtUtc }) => fetchedAtUtc <= knownUtc)
    if (then.length === versions.length) continue
    const before = (day.fromUtc - part.fromUtc) / QUARTER_MS
    // A typed array ignores writes outside of it: hours outside this part.
    for (const [quarter, value] of replayed(then, dueUtc(quantity, day.date), quartersIn(day)).entries())
      if (!Number.isNaN(value) || versions.some(({ quarters }) => !Number.isNaN(quarters[quarter])))
        ofPart[before + quarter] = value
  }
  return new Float64Array(powerMw).map(toMegawatts)
}

/** Fetch times of the delivery days that a span touches, in the order of `keys`. */
export async function readFetchTimes(
  connection: Queryable,
  keys: readonly SeriesKey[],
  span: Span,
): Promise<Published[]> {
  const days = daysTouching(span, MARKET_ZONE)
  const areas = [...new Set(keys.map(({ area }) => area))]
  const rows = await readVersionTimes(connection, areas, days[0]?.date ?? '', days.at(-1)?.date ?? '')
  const times = new Map(rows.map((row) => [`${row.area} ${row.quantity} ${row.day}`, row.fetchedUtc]))
  return keys.map(({ area, quantity }) => {
    const all = (day: string) => times.get(`${area} ${quantity} ${day}`) ?? []
    const counting: Published['counting'] = (day, knownUtc) => {
      const fetched = all(day).filter((utc) => utc <= knownUtc)
      return fetched.find((utc) => utc >= dueUtc(quantity, day)) ?? fetched.at(-1)
    }
    return { all, counting }
  })
}
