import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { monthsOf } from '#server/calendar/month.ts'
import { columnsOf, createRowsOfSource, packBytes, utcOf } from '#server/database/columns.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Provenance, SeriesBlock, SeriesKey } from '#server/series/series.ts'

import { decodeChunk, encodeChunk } from './chunk-codec.ts'
import {
  type ChangedChunk,
  overlay,
  type Patch,
  type SourceChunk,
  toPatches,
  type WriteMode,
} from './patches.ts'
import { noteRevisions } from './revised-days.ts'
import type { IdOf } from './series-ids.ts'

export const CHUNKS_OF_SOURCE = createRowsOfSource('chunk')

type StoredChunk = Omit<SourceChunk, 'powerMw'> & { seriesId: number; month: string; bytes: Uint8Array }

type Month = Pick<Patch, 'key' | 'seriesId' | 'firstDay'>

const HOUR_MINUTES = 60

/** `of` returns an array to which new chunks are added. */
async function readStored(
  connection: Transaction,
  wanted: readonly Month[],
): Promise<{ of: (month: Month) => ChangedChunk[]; all: () => ChangedChunk[] }> {
  const nameOf = (seriesId: number, firstDay: string) => `${seriesId} ${firstDay}`
  const months = new Map(
    wanted.map(({ key, seriesId, firstDay }) => [
      nameOf(seriesId, firstDay),
      { month: { key, seriesId, firstDay }, chunks: [] as ChangedChunk[] },
    ]),
  )
  const rows = await connection.query<StoredChunk>(
    `SELECT series_id AS "seriesId", month, step_minutes AS "stepMinutes", source,
       ${utcOf('fetched_at')} AS "fetchedAtUtc", ${utcOf('first_stored_at')} AS "firstStoredUtc", power_mw AS bytes
     FROM unnest($1::int[], $2::date[]) AS wanted (series_id, month) JOIN chunk USING (series_id, month)`,
    columnsOf(
      [...months.values()].map(({ month }) => month),
      'seriesId',
      'firstDay',
    ),
  )
  for (const { seriesId, month, bytes, ...chunk } of rows) {
    const found = months.get(nameOf(seriesId, month))
    const before = decodeChunk(bytes)
    found?.chunks.push({ ...found.month, ...chunk, before, powerMw: before.slice() })
  }
  return {
    of: ({ seriesId, firstDay }) => months.get(nameOf(seriesId, firstDay))?.chunks ?? [],
    all: () => [...months.values()].flatMap(({ chunks }) => chunks),
  }
}

type Steps = Pick<Patch, 'stepMinutes' | 'powerMw'>

function hasValueIn({ stepMinutes: ownMinutes, powerMw }: Steps, slot: number, stepMinutes: number): boolean {
  const first = Math.floor((slot * stepMinutes) / ownMinutes)
  const end = Math.ceil(((slot + 1) * stepMinutes) / ownMinutes)
  for (let own = first; own < end; own += 1) if (!Number.isNaN(powerMw[own] ?? Number.NaN)) return true
  return false
}

/** Drops `values` of intervals in which `others` have one. Intervals last `stepMinutes`, or one step of `values` if longer. */
function dropCovered(values: Steps, others: readonly Steps[], stepMinutes: number): Float32Array {
  if (others.length === 0) return values.powerMw
  const interval = Math.max(stepMinutes, values.stepMinutes)
  return values.powerMw.map((value, slot) => {
    const at = Math.floor((slot * values.stepMinutes) / interval)
    return others.some((other) => hasValueIn(other, at, interval)) ? Number.NaN : value
  })
}

/** Last update, epoch milliseconds. */
type KeyUpdatedUtc = (key: SeriesKey, hourUtc: number) => number

/** Drops values of hours in which `others` were fetched after the last update. */
function withoutOlder(patch: Patch, others: readonly SourceChunk[], updatedUtc: KeyUpdatedUtc): Float32Array {
  const { powerMw, stepMinutes, key, firstDay } = patch
  if (others.length === 0) return powerMw
  const monthUtc = Date.parse(firstDay)
  return powerMw.map((value, slot) => {
    const hour = Math.floor((slot * stepMinutes) / HOUR_MINUTES)
    const updated = updatedUtc(key, monthUtc + hour * HOUR_MS)
    const isOlder = (other: SourceChunk) =>
      updated <= other.fetchedAtUtc && hasValueIn(other, hour, HOUR_MINUTES)
    return !Number.isNaN(value) && others.some(isOlder) ? Number.NaN : value
  })
}

async function upsert(
  connection: Transaction,
  chunks: readonly ChangedChunk[],
  provenance: Provenance,
): Promise<void> {
  const { bytes, starts, lengths } = packBytes(chunks.map((chunk) => encodeChunk(chunk.powerMw)))
  await connection.query(
    `INSERT INTO chunk (series_id, month, step_minutes, power_mw, source, fetched_at, first_stored_at)
     SELECT series_id, month, step_minutes, substring($5::bytea FROM start FOR length), source, $9::timestamptz, $9
     FROM unnest($1::int[], $2::date[], $3::int[], $4::text[], $6::int[], $7::int[])
       AS written (series_id, month, step_minutes, source, start, length)
     ON CONFLICT (series_id, month, step_minutes, source) DO UPDATE
     SET power_mw = excluded.power_mw,
       fetched_at = CASE WHEN chunk.source = $8::text THEN excluded.fetched_at ELSE chunk.fetched_at END`,
    [
      ...columnsOf(chunks, 'seriesId', 'firstDay', 'stepMinutes', 'source'),
      bytes,
      starts,
      lengths,
      provenance.source,
      new Date(provenance.fetchedAtUtc),
    ],
  )
}

/** An empty chunk would keep its month at its step. */
async function remove(connection: Transaction, chunks: readonly ChangedChunk[]): Promise<void> {
  await connection.query(
    `DELETE FROM chunk USING unnest($1::int[], $2::date[], $3::int[], $4::text[])
       AS emptied (series_id, month, step_minutes, source)
     WHERE (chunk.series_id, chunk.month, chunk.step_minutes, chunk.source)
       = (emptied.series_id, emptied.month, emptied.step_minutes, emptied.source)`,
    columnsOf(chunks, 'seriesId', 'firstDay', 'stepMinutes', 'source'),
  )
}

/** Makes `first_stored_at` at least `daysAfterMonth` days after the month. */
export async function storedNotBefore(
  connection: Transaction,
  months: readonly { seriesId: number; firstDay: string }[],
  daysAfterMonth: number,
): Promise<void> {
  await connection.query(
    `UPDATE chunk SET first_stored_at = earliest
     FROM unnest($1::int[], $2::date[]) AS given (series_id, month)
       CROSS JOIN LATERAL (SELECT given.month + interval '1 month' + $3::int * interval '1 day') AS of (earliest)
     WHERE chunk.series_id = given.series_id AND chunk.month = given.month AND first_stored_at < earliest`,
    [...columnsOf(months, 'seriesId', 'firstDay'), daysAfterMonth],
  )
}

/** One writer per series. Locked in one order, so that two writers never wait for each other. */
export async function lockSeries(connection: Transaction, seriesIds: Iterable<number>): Promise<void> {
  await connection.query('SELECT id FROM series WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE', [
    [...new Set(seriesIds)],
  ])
}

/** Removes the source's values in `withdrawn`, then merges. Hours of other sources stay unless fetched before `updatedUtc`. */
export async function writeChunks(
  connection: Transaction,
  { blocks, withdrawn = [] }: { blocks: readonly SeriesBlock[]; withdrawn?: readonly (SeriesKey & Span)[] },
  idOf: IdOf,
  provenance: Provenance,
  mode: WriteMode,
  updatedUtc: KeyUpdatedUtc = () => Number.POSITIVE_INFINITY,
): Promise<ChangedChunk[]> {
  const patches = toPatches(blocks, idOf, mode)
  const removing = withdrawn.flatMap(({ area, quantity, kind, ...span }) => {
    const key = { area, quantity, kind }
    return monthsOf(span).map(({ firstDay }) => ({ key, seriesId: idOf(key), firstDay, span }))
  })
  const stored = await readStored(connection, [...patches, ...removing])
  for (const { span, ...month } of removing)
    for (const { source, stepMinutes, powerMw } of stored.of(month))
      if (source === provenance.source) {
        const slotAt = (utc: number) => (utc - Date.parse(month.firstDay)) / (stepMinutes * MINUTE_MS)
        const end = Math.max(0, Math.ceil(slotAt(span.toUtc)))
        powerMw.fill(Number.NaN, Math.max(0, Math.floor(slotAt(span.fromUtc))), end)
      }
  // Coarse first: a finer patch restores what coarse ones clear in finer chunks.
  for (const patch of patches.toSorted((a, b) => b.stepMinutes - a.stepMinutes))
    mergePatch(patch, stored.of(patch), provenance, mode, updatedUtc)
  const changed = stored.all().filter((chunk) => differentSlots(chunk) > 0)
  const isEmpty = ({ powerMw }: ChangedChunk) => powerMw.every(Number.isNaN)
  const [emptied, filled] = [changed.filter(isEmpty), changed.filter((chunk) => !isEmpty(chunk))]
  if (emptied.length > 0) await remove(connection, emptied)
  if (filled.length > 0) await upsert(connection, filled, provenance)
  await noteRevisions(connection, changed, provenance)
  return changed
}

/** Each hour has one source: a patch takes hours over, or in `keep-first` leaves them. */
function mergePatch(
  patch: Patch,
  chunks: ChangedChunk[],
  { source, fetchedAtUtc }: Provenance,
  mode: WriteMode,
  updatedUtc: KeyUpdatedUtc,
): void {
  const own = chunks.filter((chunk) => chunk.source === source)
  const others = chunks.filter((chunk) => chunk.source !== source)
  let values = patch.powerMw
  if (mode === 'keep-first') {
    const coarser = own.filter(({ stepMinutes }) => stepMinutes > patch.stepMinutes)
    values = dropCovered(
      { ...patch, powerMw: dropCovered(patch, coarser, patch.stepMinutes) },
      others,
      HOUR_MINUTES,
    )
  } else {
    values = withoutOlder(patch, others, updatedUtc)
    const laid = { ...patch, powerMw: values }
    const finer = own.filter(({ stepMinutes }) => stepMinutes < patch.stepMinutes)
    for (const chunk of finer) chunk.powerMw.set(dropCovered(chunk, [laid], patch.stepMinutes))
    for (const chunk of others) chunk.powerMw.set(dropCovered(chunk, [laid], HOUR_MINUTES))
  }
  let target = own.find(({ stepMinutes }) => stepMinutes === patch.stepMinutes)
  if (target === undefined) {
    const before = new Float32Array(values.length).fill(Number.NaN)
    const powerMw = before.slice()
    target = { ...patch, source, fetchedAtUtc, firstStoredUtc: fetchedAtUtc, before, powerMw }
    chunks.push(target)
  }
  overlay(target.powerMw, values, 0, mode)
}

export function differentSlots({ before, powerMw }: ChangedChunk): number {
  let count = 0
  for (let slot = 0; slot < powerMw.length; slot += 1) if (!Object.is(powerMw[slot], before[slot])) count += 1
  return count
}
