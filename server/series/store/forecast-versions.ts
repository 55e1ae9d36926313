import { DAY_MS, QUARTER_MS, toDate, within, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { monthOf } from '#server/calendar/month.ts'
import type { Transaction } from '#server/database/database.ts'
import type { ChangedChunk } from '#server/series/chunks/patches.ts'
import type { IdOf } from '#server/series/chunks/series-ids.ts'
import { cutAtDays, dueUtc, layOnQuarters } from '#server/series/forecast-days.ts'
import {
  countValues,
  type Provenance,
  type SeriesBlock,
  type SeriesKey,
  spanOf,
} from '#server/series/series.ts'

import {
  keptFromMonth,
  quartersIn,
  readVersions,
  versionName,
  writeVersions,
} from './forecast-version-table.ts'
import type { NewVersion, Version } from './forecast-version-table.ts'

export interface EarlierForecast {
  publishedAtUtc: number
  blocks: SeriesBlock[]
}

/** Sources are polled for this long after a delivery day. The time of later fetches is meaningless. */
const POLLED_AFTER_DAY_MS = 3 * DAY_MS
/** Per day and series, from after the due time. */
const MAX_AFTER_DUE = 6

interface FetchedDay extends NewVersion {
  blocks: SeriesBlock[]
  withdrawn: (SeriesKey & Span)[]
}

/** `filling` is only written where no value is stored. */
interface WritableForecast {
  removing: (SeriesKey & Span)[]
  replacing: SeriesBlock[]
  filling: SeriesBlock[]
}

/**
 * Keeps versions by delivery day, and returns the values to write. Until the due time, each version replaces the previous one, including withdrawn
 * values. From then on the first version stays; a version with fewer values than known adds only unknown hours. Call it with the series locked.
 */
export async function keepVersions(
  connection: Transaction,
  { blocks, withdrawn }: { blocks: readonly SeriesBlock[]; withdrawn: readonly (SeriesKey & Span)[] },
  idOf: IdOf,
  provenance: Provenance,
): Promise<WritableForecast> {
  const { source, fetchedAtUtc } = provenance
  const isHistory = ({ day }: { day: LocalDay }) => day.toUtc + POLLED_AFTER_DAY_MS < fetchedAtUtc
  const pieces = blocks.flatMap((block) => {
    const whole = { day: dayAt(spanOf(block).toUtc - 1, MARKET_ZONE), block }
    return isHistory(whole) ? [whole] : cutAtDays([block])
  })
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
    // A mix of two versions was never published, but a fetch within a day may hold the rest of one.
    if (isDue && countValues(one.quarters) < countValues(latest)) {
      one.quarters = one.quarters.map((value, quarter) => (Number.isNaN(latest[quarter]) ? value : NaN))
      one.blocks = one.blocks.map((block) => withoutSettled(block, one.day, latest))
    }
    const after = versions.filter((version) => version.fetchedAtUtc >= due)
    const settled = overlaid(after, due, one.quarters.length)
    // Before the due time, a version has all that its source has published so far.
    if (!isDue && versions.at(-1)?.source === source) goOnFrom(one, latest)
    // Endless revisions must not fill the table. Before the due time, old versions make room.
    const hasRoom = !isDue || after.length < MAX_AFTER_DUE
    if (hasRoom && hasNews(one, latest, isDue ? settled : null)) news.push(one)
    writable.removing.push(...one.withdrawn)
    // Without a version, the stored value might have to stay.
    if (versions.length > 0 || !isDue)
      writable.replacing.push(...one.blocks.map((block) => withoutSettled(block, one.day, settled)))
    writable.filling.push(...one.blocks)
  }
  if (news.length > 0) await writeVersions(connection, news, source)
  return writable
}

/** Returns the number of new versions. Call it with the series locked. */
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

/** Keeps changed values, and the values that they replaced, where no version has them. Call it with the series locked. */
export async function keepChanges(
  connection: Transaction,
  chunks: readonly ChangedChunk[],
  idOf: IdOf,
  { source, fetchedAtUtc }: Provenance,
): Promise<void> {
  const keptFrom = keptFromMonth(fetchedAtUtc)
  // The last hours of a month belong to the first delivery day of the next.
  const isKept = ({ firstDay }: ChangedChunk) => toDate(monthOf(Date.parse(firstDay)).toUtc) >= keptFrom
  const forecasts = chunks.filter((chunk) => chunk.key.kind === 'tso' && isKept(chunk))
  const existing = forecasts.filter(({ firstStoredUtc }) => firstStoredUtc < fetchedAtUtc)
  if (existing.length === 0) return
  const daysOf = (of: readonly ChangedChunk[], values: 'before' | 'powerMw', utc: number) => {
    const blocks = of.map((chunk) => ({
      ...chunk.key,
      startsAtUtc: Date.parse(chunk.firstDay),
      stepMinutes: chunk.stepMinutes,
      powerMw: new Float64Array(chunk[values]).map((value, slot) =>
        Object.is(chunk.before[slot], chunk.powerMw[slot]) ? NaN : value,
      ),
    }))
    const pieces = cutAtDays(blocks).filter(({ day }) => day.date >= keptFrom)
    const days = [...fetchedDays(pieces, idOf, utc).values()]
    return days.filter(({ quarters }) => countValues(quarters) > 0)
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

/** Adds values that were neither fetched again nor withdrawn. */
function goOnFrom(one: FetchedDay, latest: Float32Array): void {
  for (const [quarter, value] of latest.entries()) {
    const utc = one.day.fromUtc + quarter * QUARTER_MS
    const isWithdrawn = one.withdrawn.some(({ fromUtc, toUtc }) => fromUtc <= utc && utc < toUtc)
    if (Number.isNaN(value) || isWithdrawn || !Number.isNaN(one.quarters[quarter])) continue
    one.quarters[quarter] = value
    one.stepMinutes = 15
  }
}

/** Only the last version before the due time counts; later versions overlay it. */
function overlaid(versions: readonly Version[], due: number, length: number): Float32Array {
  const quarters = new Float32Array(length).fill(Number.NaN)
  const last = versions.findLastIndex(({ fetchedAtUtc }) => fetchedAtUtc < due)
  for (const version of versions.slice(Math.max(0, last)))
    for (const [quarter, value] of version.quarters.entries())
      if (!Number.isNaN(value)) quarters[quarter] = value
  return quarters
}

/** The fetch changes a value or, once due, gives one that is not settled. */
function hasNews({ quarters }: FetchedDay, latest: Float32Array, settled: Float32Array | null): boolean {
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
