import type { Transaction } from '#server/database/database.ts'
import { packBytes } from '#server/database/packed-bytes.ts'

import { decodeChunk, encodeChunk } from './chunk-codec.ts'
import { keyText, overlay, type Patch } from './patches.ts'
import type { Provenance, StepMinutes, WriteMode } from './series.ts'

export interface NumberedPatch extends Patch {
  seriesId: number
}

interface StoredChunk {
  series_id: number
  month: string
  step_minutes: StepMinutes
  power_mw: Uint8Array
}

/** Chunks per statement: enough that the statement costs little beside the values, few enough for short messages. */
const CHUNKS_PER_STATEMENT = 500

export function monthName(seriesId: number, firstDay: string): string {
  return `${seriesId} ${firstDay}`
}

export async function readStored(
  connection: Transaction,
  patches: readonly { seriesId: number; firstDay: string }[],
): Promise<Map<string, Map<StepMinutes, Float32Array>>> {
  const months = new Map(patches.map((patch) => [monthName(patch.seriesId, patch.firstDay), patch]))
  const rows = await connection.query<StoredChunk>(
    `SELECT series_id, month, step_minutes, power_mw
     FROM unnest($1::int[], $2::date[]) AS wanted (series_id, month) JOIN chunk USING (series_id, month)`,
    [
      [...months.values()].map((patch) => patch.seriesId),
      [...months.values()].map((patch) => patch.firstDay),
    ],
  )
  const stored = new Map<string, Map<StepMinutes, Float32Array>>()
  for (const row of rows) {
    const name = monthName(row.series_id, row.month)
    const steps = stored.get(name) ?? new Map<StepMinutes, Float32Array>()
    stored.set(name, steps.set(row.step_minutes, decodeChunk(row.power_mw)))
  }
  return stored
}

/** A patch without the slots that a stored value of a coarser step covers: the first value stays. */
function withoutCovered(patch: Patch, steps: ReadonlyMap<StepMinutes, Float32Array>): Float32Array {
  const coarser = [...steps].filter(([stepMinutes]) => stepMinutes > patch.stepMinutes)
  return patch.powerMw.map((value, slot) => {
    const isCovered = coarser.some(([stepMinutes, stored]) => {
      const coarseSlot = Math.floor((slot * patch.stepMinutes) / stepMinutes)
      return !Number.isNaN(stored[coarseSlot] ?? Number.NaN)
    })
    return isCovered ? Number.NaN : value
  })
}

async function upsert(
  connection: Transaction,
  chunks: readonly NumberedPatch[],
  provenance: Provenance,
): Promise<void> {
  const { bytes, starts, lengths } = packBytes(chunks.map((chunk) => encodeChunk(chunk.powerMw)))
  await connection.query(
    `INSERT INTO chunk (series_id, month, step_minutes, power_mw, source, fetched_at)
     SELECT series_id, month, step_minutes, substring($4::bytea FROM start FOR length), $5::text, $6::timestamptz
     FROM unnest($1::int[], $2::date[], $3::int[], $7::int[], $8::int[])
       AS written (series_id, month, step_minutes, start, length)
     ON CONFLICT (series_id, month, step_minutes) DO UPDATE
     SET power_mw = excluded.power_mw, source = excluded.source, fetched_at = excluded.fetched_at`,
    [
      chunks.map((chunk) => chunk.seriesId),
      chunks.map((chunk) => chunk.firstDay),
      chunks.map((chunk) => chunk.stepMinutes),
      bytes,
      provenance.source,
      new Date(provenance.fetchedAtUtc),
      starts,
      lengths,
    ],
  )
}

/** Removes chunks that became empty: as long as one exists, its month is read at its step. */
async function remove(connection: Transaction, chunks: readonly NumberedPatch[]): Promise<void> {
  await connection.query(
    `DELETE FROM chunk USING unnest($1::int[], $2::date[], $3::int[]) AS emptied (series_id, month, step_minutes)
     WHERE chunk.series_id = emptied.series_id AND chunk.month = emptied.month
       AND chunk.step_minutes = emptied.step_minutes`,
    [
      chunks.map((chunk) => chunk.seriesId),
      chunks.map((chunk) => chunk.firstDay),
      chunks.map((chunk) => chunk.stepMinutes),
    ],
  )
}

export async function storeChunks(
  connection: Transaction,
  chunks: readonly NumberedPatch[],
  provenance: Provenance,
): Promise<void> {
  const isEmpty = ({ powerMw }: NumberedPatch) => powerMw.every(Number.isNaN)
  const [emptied, filled] = [chunks.filter(isEmpty), chunks.filter((chunk) => !isEmpty(chunk))]
  if (emptied.length > 0) await remove(connection, emptied)
  if (filled.length > 0) await upsert(connection, filled, provenance)
}

/** Empties the slots of a finer chunk for which a patch has a value. */
function clearCovered(finer: Float32Array, finerMinutes: StepMinutes, patch: Patch): void {
  for (let slot = 0; slot < finer.length; slot += 1) {
    const coarseSlot = Math.floor((slot * finerMinutes) / patch.stepMinutes)
    if (!Number.isNaN(patch.powerMw[coarseSlot] ?? Number.NaN)) finer[slot] = Number.NaN
  }
}

/** One writer per series at a time. Locked in the same order everywhere, so that two writers never wait for each other. */
export async function lockSeries(connection: Transaction, seriesIds: Iterable<number>): Promise<void> {
  await connection.query('SELECT id FROM series WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE', [
    [...new Set(seriesIds)],
  ])
}

/**
 * Merges patches into the stored chunks of locked series, whole chunks at a time, and returns how many slots
 * changed.
 */
export async function writeChunks(
  connection: Transaction,
  patches: readonly Patch[],
  ids: ReadonlyMap<string, number>,
  provenance: Provenance,
  mode: WriteMode,
): Promise<number> {
  const numbered = patches.map((patch) => ({ ...patch, seriesId: seriesIdOf(patch, ids) }))
  let changedSlots = 0
  for (let start = 0; start < numbered.length; start += CHUNKS_PER_STATEMENT) {
    const group = numbered.slice(start, start + CHUNKS_PER_STATEMENT)
    const merged = mergePatches(group, await readStored(connection, group), mode)
    changedSlots += merged.changedSlots
    await storeChunks(connection, merged.chunks, provenance)
  }
  return changedSlots
}

/** The id of a patch's series. Throws if it was not looked up. */
export function seriesIdOf({ key }: Pick<Patch, 'key'>, ids: ReadonlyMap<string, number>): number {
  const seriesId = ids.get(keyText(key))
  if (seriesId === undefined) throw new Error(`The series ${keyText(key)} has no id`)
  return seriesId
}

interface TouchedChunk extends NumberedPatch {
  before: Float32Array
}

/** Lays patches over the stored chunks and returns every chunk that changed, each once. */
function mergePatches(
  patches: readonly NumberedPatch[],
  stored: Map<string, Map<StepMinutes, Float32Array>>,
  mode: WriteMode,
): { chunks: NumberedPatch[]; changedSlots: number } {
  const touched = new Map<Float32Array, TouchedChunk>()
  const touch = (chunk: NumberedPatch) => {
    if (!touched.has(chunk.powerMw)) touched.set(chunk.powerMw, { ...chunk, before: chunk.powerMw.slice() })
    return chunk.powerMw
  }
  // Coarse patches first: what they empty in finer chunks, a finer patch of the same write puts back.
  for (const patch of patches.toSorted((a, b) => b.stepMinutes - a.stepMinutes)) {
    const month = monthName(patch.seriesId, patch.firstDay)
    const steps = stored.get(month) ?? new Map<StepMinutes, Float32Array>()
    stored.set(month, steps)
    const finer = mode === 'replace' ? [...steps].filter(([minutes]) => minutes < patch.stepMinutes) : []
    for (const [stepMinutes, powerMw] of finer)
      clearCovered(touch({ ...patch, stepMinutes, powerMw }), stepMinutes, patch)
    const values = mode === 'keep-first' ? withoutCovered(patch, steps) : patch.powerMw
    const powerMw = steps.get(patch.stepMinutes) ?? new Float32Array(values.length).fill(Number.NaN)
    steps.set(patch.stepMinutes, powerMw)
    overlay(touch({ ...patch, powerMw }), values, 0, mode)
  }
  const changes = [...touched.values()].map((chunk) => ({ chunk, slots: differentSlots(chunk) }))
  return {
    chunks: changes.filter(({ slots }) => slots > 0).map(({ chunk }) => chunk),
    changedSlots: changes.reduce((sum, { slots }) => sum + slots, 0),
  }
}

function differentSlots({ before, powerMw }: TouchedChunk): number {
  let count = 0
  for (let slot = 0; slot < powerMw.length; slot += 1) if (!Object.is(powerMw[slot], before[slot])) count += 1
  return count
}
