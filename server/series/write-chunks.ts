import type { Transaction } from '#server/database/database.ts'

import { decodeChunk, encodeChunk } from './chunk-codec.ts'
import { keyText, overlay, type Patch } from './patches.ts'
import { raiseRevision } from './revision.ts'
import type { Provenance, StepMinutes, WriteMode } from './series.ts'

interface NumberedPatch extends Patch {
  seriesId: number
}

interface StoredChunk {
  series_id: number
  month: string
  step_minutes: StepMinutes
  power_mw: Uint8Array
}

/** Chunks a statement: enough to make its cost small beside that of the values, few enough for short messages. */
const CHUNKS_PER_STATEMENT = 500

function monthName(seriesId: number, firstDay: string): string {
  return `${seriesId} ${firstDay}`
}

async function readStored(
  connection: Transaction,
  patches: readonly NumberedPatch[],
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

/** A patch without the slots for which a value of a coarser step is there: the first value stays. */
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
  await connection.query(
    `INSERT INTO chunk (series_id, month, step_minutes, power_mw, source, fetched_at)
     SELECT series_id, month, step_minutes, decode(power_mw, 'hex'), $5::text, $6::timestamptz
     FROM unnest($1::int[], $2::date[], $3::int[], $4::text[]) AS written (series_id, month, step_minutes, power_mw)
     ON CONFLICT (series_id, month, step_minutes) DO UPDATE
     SET power_mw = excluded.power_mw, source = excluded.source, fetched_at = excluded.fetched_at`,
    [
      chunks.map((chunk) => chunk.seriesId),
      chunks.map((chunk) => chunk.firstDay),
      chunks.map((chunk) => chunk.stepMinutes),
      chunks.map((chunk) => encodeChunk(chunk.powerMw)),
      provenance.source,
      new Date(provenance.fetchedAtUtc),
    ],
  )
}

/** Merges patches into the stored chunks, whole chunks at a time, and returns how many slots are another number now. */
export async function writeChunks(
  connection: Transaction,
  patches: readonly Patch[],
  ids: ReadonlyMap<string, number>,
  provenance: Provenance,
  mode: WriteMode,
): Promise<number> {
  const numbered = patches.map((patch) => {
    const seriesId = ids.get(keyText(patch.key))
    if (seriesId === undefined) throw new Error(`The series ${keyText(patch.key)} has no id`)
    return { ...patch, seriesId }
  })
  // One writer a series at a time. In the same order everywhere, so that two writers never wait for each other.
  await connection.query('SELECT id FROM series WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE', [
    [...new Set(numbered.map((patch) => patch.seriesId))],
  ])
  let changedSlots = 0
  for (let start = 0; start < numbered.length; start += CHUNKS_PER_STATEMENT) {
    const group = numbered.slice(start, start + CHUNKS_PER_STATEMENT)
    const stored = await readStored(connection, group)
    const written: NumberedPatch[] = []
    for (const patch of group) {
      const steps =
        stored.get(monthName(patch.seriesId, patch.firstDay)) ?? new Map<StepMinutes, Float32Array>()
      const values = mode === 'keep-first' ? withoutCovered(patch, steps) : patch.powerMw
      const powerMw = steps.get(patch.stepMinutes) ?? new Float32Array(values.length).fill(Number.NaN)
      const changed = overlay(powerMw, values, 0, mode)
      if (changed === 0) continue
      changedSlots += changed
      written.push({ ...patch, powerMw })
    }
    if (written.length > 0) await upsert(connection, written, provenance)
  }
  if (changedSlots > 0) await raiseRevision(connection)
  return changedSlots
}
