import { DAY_MS, QUARTER_MS, within, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import type { Transaction } from '#server/database/database.ts'
import type { ChangedChunk } from '#server/series/chunks/patches.ts'
import type { IdOf } from '#server/series/chunks/series-ids.ts'
import { cutAtDays, dueUtc, layOnQuarters } from '#server/series/forecast-days.ts'
import { countValues, type Provenance, type SeriesBlock, type SeriesKey } from '#server/series/series.ts'

import {
  keptFromMonth,
  quartersIn,
  readVersions,
  versionName,
  writeVersions,
} from './forecast-version-table.ts'
import type { NewVersion, Version } from './forecast-version-table.ts'

/** A TSO forecast as it had been published at a time. */
export interface EarlierForecast {
  publishedAtUtc: number
  blocks: SeriesBlock[]
}

/** Sources are polled for this long after a delivery day. Later fetches are history; their time says nothing. */
const POLLED_AFTER_DAY_MS = 3 * DAY_MS
/** The most versions that are kept of one day and series from after the forecast was due. */
const MAX_AFTER_DUE = 6

/** Values that one fetch gave for one delivery day of a series. */
interface FetchedDay extends NewVersion {
  blocks: SeriesBlock[]
  withdrawn: (SeriesKey & Span)[]
}

/** Which values of a forecast leave the store, which replace what is stored, and which are written only where nothing is. */
interface WritableForecast {
  removing: (SeriesKey & Span)[]
  replacing: SeriesBlock[]
  filling: SeriesBlock[]
}

/**
 * Keeps a fetched TSO forecast as versions of its delivery days, and says which values can be written. Until a forecast is due,
 * each version replaces the one before, also where that had values which are withdrawn. The first version fetched after that
 * stays; a version with fewer values than are known adds only the hours that are not known yet. Call it with the series locked.
 */
export async function keepVersions(
  connection: Transaction,
  { blocks, withdrawn }: { blocks: readonly SeriesBlock[]; withdrawn: readonly (SeriesKey & Span)[] },
  idOf: IdOf,
  provenance: Provenance,
): Promise<WritableForecast> {
  const { source, fetchedAtUtc } = provenance
  const pieces = cutAtDays(blocks)
  const isHistory = ({ day }: { day: LocalDay }) => day.toUtc + POLLED_AFTER_DAY_MS < fetchedAtUtc
  const history = pieces.filter(isHistory).map(({ block }) => block)
  const writable: WritableForecast = { removing: [], replacing: [], filling: history }
  const fetched = fetchedDays(
    pieces.filter((piece) => !isHistory(piece)),
    idOf,
    fetchedAtUtc,
  )
  for (const span of withdrawn)
    for (const day of daysTouching(span, MARKET_ZONE))
      if (fetchedAtUtc < dueUtc(span.quantity, day.date))
        fetchedDay(fetched, idOf, span, day, fetchedAtUtc).withdrawn.push(within(span, day))
  const known = await readVersions(connection, [...fetched.values()])
  const news: FetchedDay[] = []
  for (const [name, one] of fetched) {
    const versions = known.get(name) ?? []
    const due = dueUtc(one.quantity, one.day.date)
    const isDue = fetchedAtUtc >= due
    const latest = overlaid(versions, due, one.quarters.length)
    // Parts of two versions are a forecast that nobody made, but a fetch within a day may bring the other part of the same version.
    if (isDue && countValues(one.quarters) < countValues(latest)) {
      one.quarters = one.quarters.map((value, quarter) => (Number.isNaN(latest[quarter]) ? value : NaN))
      one.blocks = one.blocks.map((block) => withoutSettled(block, one.day, latest))
    }
    const after = versions.filter((version) => version.fetchedAtUtc >= due)
    const settled = overlaid(after, due, one.quarters.length)
    // A version from before the due time holds all that its source had published of the day by then.
    if (!isDue && versions.at(-1)?.source === source) goOnFrom(one, latest)
    // After the due time, a source that keeps revising must not fill the table. Before it, old versions make room.
    const hasRoom = !isDue || after.length < MAX_AFTER_DUE
    if (hasRoom && saysMore(one, latest, isDue ? settled : null)) news.push(one)
    writable.removing.push(...one.withdrawn)
    // Without a version it is unknown when the stored value was fetched. It might be the one that stays.
    if (versions.length > 0 || !isDue)
      writable.replacing.push(...one.blocks.map((block) => withoutSettled(block, one.day, settled)))
    writable.filling.push(...one.blocks)
  }
  if (news.length > 0) await writeVersions(connection, news, source)
  return writable
}

/** Keeps what had been published before as versions, and changes no value. Returns how many were not known. Call it with the series locked. */
export async function addVersions(
  connection: Transaction,
  forecasts: readonly EarlierForecast[],
  idOf: IdOf,
  source: string,
): Promise<number> {
  const given = forecasts.flatMap(({ blocks, publishedAtUtc }) => [
    ...fetchedDays(cutAtDays(blocks), idOf, publishedAtUtc).values(),
  ])
  const known = await readVersions(connection, given)
  const news = given.filter(
    ({ seriesId, day, fetchedAtUtc }) =>
      known.get(versionName(seriesId, day.date))?.some((one) => one.fetchedAtUtc === fetchedAtUtc) !== true,
  )
  if (news.length > 0) await writeVersions(connection, news, source)
  return news.length
}

/** Keeps what a write changed in chunks that existed, and what it replaced, where no version does. Call it with the series locked. */
export async function keepChanges(
  connection: Transaction,
  chunks: readonly ChangedChunk[],
  idOf: IdOf,
  { source, fetchedAtUtc }: Provenance,
): Promise<void> {
  const forecasts = chunks.filter(({ key }) => key.kind === 'tso')
  const existing = forecasts.filter(({ firstStoredUtc }) => firstStoredUtc < fetchedAtUtc)
  if (existing.length === 0) return
  /** The days of changed values, as they were or are now. */
  const daysOf = (of: readonly ChangedChunk[], values: 'before' | 'powerMw', utc: number) => {
    const blocks = of.map((chunk) => ({
      ...chunk.key,
      startsAtUtc: Date.parse(chunk.firstDay),
      stepMinutes: chunk.stepMinutes,
      powerMw: Float64Array.from(chunk[values], (value, slot) =>
        Object.is(chunk.before[slot], chunk.powerMw[slot]) ? NaN : value,
      ),
    }))
    const days = [...fetchedDays(cutAtDays(blocks), idOf, utc).values()]
    return days.filter(
      ({ day, quarters }) => countValues(quarters) > 0 && day.date >= keptFromMonth(fetchedAtUtc),
    )
  }
  const replaced = [...new Set(existing.map(({ firstStoredUtc }) => firstStoredUtc))].flatMap((utc) =>
    daysOf(
      existing.filter(({ firstStoredUtc }) => firstStoredUtc === utc),
      'before',
      utc,
    ),
  )
  const nameOf = ({ seriesId, day }: FetchedDay) => versionName(seriesId, day.date)
  const touched = new Set([...replaced, ...daysOf(existing, 'powerMw', fetchedAtUtc)].map(nameOf))
  const written = daysOf(forecasts, 'powerMw', fetchedAtUtc).filter((one) => touched.has(nameOf(one)))
  const days = [...replaced, ...written]
  const known = await readVersions(connection, days, true)
  const news = days.flatMap((one) => {
    const rows = known.get(nameOf(one)) ?? []
    const isKnown = (_: number, quarter: number) =>
      rows.some(({ quarters }) => !Number.isNaN(quarters[quarter]))
    if (rows.some((row) => row.fetchedAtUtc === one.fetchedAtUtc)) return []
    if (one.fetchedAtUtc === fetchedAtUtc) return [one]
    const quarters = one.quarters.map((value, quarter) => (isKnown(value, quarter) ? Number.NaN : value))
    return countValues(quarters) > 0 ? [{ ...one, quarters, stepMinutes: 15 as const }] : []
  })
  if (news.length > 0) await writeVersions(connection, news, source, true)
}

/** Groups the values of a fetch by series and day. */
function fetchedDays(
  pieces: ReturnType<typeof cutAtDays>,
  idOf: IdOf,
  fetchedAtUtc: number,
): Map<string, FetchedDay> {
  const fetched = new Map<string, FetchedDay>()
  for (const { day, block } of pieces) {
    const one = fetchedDay(fetched, idOf, block, day, fetchedAtUtc)
    if (block.stepMinutes < one.stepMinutes) one.stepMinutes = block.stepMinutes
    layOnQuarters(one.quarters, day.fromUtc, block)
    one.blocks.push(block)
  }
  return fetched
}

/** Returns the fetched values of a day; creates them where there are none yet. */
function fetchedDay(
  fetched: Map<string, FetchedDay>,
  idOf: IdOf,
  key: SeriesKey,
  day: LocalDay,
  fetchedAtUtc: number,
): FetchedDay {
  const seriesId = idOf(key)
  const name = versionName(seriesId, day.date)
  const quarters = new Float32Array(quartersIn(day)).fill(Number.NaN)
  const of = { seriesId, quantity: key.quantity, day, fetchedAtUtc }
  const one = fetched.get(name) ?? { ...of, stepMinutes: 60, quarters, blocks: [], withdrawn: [] }
  fetched.set(name, one)
  return one
}

/** Adds the values of the version before that were neither fetched again nor withdrawn. */
function goOnFrom(one: FetchedDay, latest: Float32Array): void {
  for (const [quarter, value] of latest.entries()) {
    const utc = one.day.fromUtc + quarter * QUARTER_MS
    const isWithdrawn = one.withdrawn.some(({ fromUtc, toUtc }) => fromUtc <= utc && utc < toUtc)
    if (Number.isNaN(value) || isWithdrawn || !Number.isNaN(one.quarters[quarter])) continue
    one.quarters[quarter] = value
    one.stepMinutes = 15
  }
}

/** The values of several versions. Until the due time the last version counts alone; where later ones overlap, the last does. */
function overlaid(versions: readonly Version[], due: number, length: number): Float32Array {
  const quarters = new Float32Array(length).fill(Number.NaN)
  const last = versions.findLastIndex(({ fetchedAtUtc }) => fetchedAtUtc < due)
  for (const version of versions.slice(Math.max(0, last)))
    for (const [quarter, value] of version.quarters.entries())
      if (!Number.isNaN(value)) quarters[quarter] = value
  return quarters
}

/** True if a fetch changes a value, or gives one that is not settled although the forecast is due. */
function saysMore({ quarters }: FetchedDay, latest: Float32Array, settled: Float32Array | null): boolean {
  return quarters.some((value, quarter) =>
    settled === null
      ? !Object.is(value, latest[quarter])
      : !Number.isNaN(value) && (value !== latest[quarter] || Number.isNaN(settled[quarter])),
  )
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
