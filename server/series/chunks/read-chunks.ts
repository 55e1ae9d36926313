import { MINUTE_MS, type Span } from '#contract/time.ts'
import type { Month } from '#server/calendar/month.ts'
import { columnsOf, utcOf } from '#server/database/columns.ts'
import type { Queryable } from '#server/database/database.ts'
import { filesOf } from '#server/series/series.ts'
import type { Block, Kind, SeriesKey, StepMinutes } from '#server/series/series.ts'

import { decodeChunk, toMegawatts } from './chunk-codec.ts'

export interface Chunk {
  monthFromUtc: number
  stepMinutes: StepMinutes
  bytes: Uint8Array
}

export interface SeriesChunk extends Chunk {
  isFromFiles: boolean
  firstStoredUtc: number
}

const STEPS_FROM_COARSE: readonly StepMinutes[] = [60, 30, 15]

/** Throws a `RangeError` unless both ends are quarter hours. */
function coarsestStep(span: Span): StepMinutes {
  const step = STEPS_FROM_COARSE.find(
    (minutes) => span.fromUtc % (minutes * MINUTE_MS) === 0 && span.toUtc % (minutes * MINUTE_MS) === 0,
  )
  if (step === undefined || span.toUtc < span.fromUtc)
    throw new RangeError('A span must begin and end at quarter hours')
  return step
}

/** Repeats values in a finer block. Intervals that end after `endedByUtc` are left out. */
function lay(block: Block, chunk: Chunk, endedByUtc: number): void {
  const values = decodeChunk(chunk.bytes)
  const { powerMw } = block
  const repeat = chunk.stepMinutes / block.stepMinutes
  const offset = (chunk.monthFromUtc - block.startsAtUtc) / (block.stepMinutes * MINUTE_MS)
  const first = Math.max(0, -offset)
  const ended = Math.floor((endedByUtc - chunk.monthFromUtc) / (chunk.stepMinutes * MINUTE_MS))
  const last = Math.min(values.length * repeat, ended * repeat, powerMw.length - offset)
  for (let slot = first; slot < last; slot += 1) {
    const stored = toMegawatts(values[Math.floor(slot / repeat)] ?? Number.NaN)
    if (!Number.isNaN(stored)) powerMw[offset + slot] = stored
  }
}

/** The finest value of each moment counts. */
export function assembleBlock(chunks: readonly Chunk[], span: Span, endedByUtc = Infinity): Block {
  const fromCoarse = [...chunks].sort((a, b) => b.stepMinutes - a.stepMinutes)
  const finest = fromCoarse.at(-1)?.stepMinutes ?? 60
  const spanStep = coarsestStep(span)
  const stepMinutes = finest < spanStep ? finest : spanStep
  const length = (span.toUtc - span.fromUtc) / (stepMinutes * MINUTE_MS)
  const block: Block = {
    startsAtUtc: span.fromUtc,
    stepMinutes,
    powerMw: new Float64Array(length).fill(Number.NaN),
  }
  for (const chunk of fromCoarse) lay(block, chunk, endedByUtc)
  return block
}

/** Chunks in the order of `keys`, from the first to the last of `months`. */
export async function readChunks(
  database: Queryable,
  keys: readonly SeriesKey[],
  months: readonly Month[],
): Promise<SeriesChunk[][]> {
  const chunks: SeriesChunk[][] = keys.map(() => [])
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return chunks
  // PostgreSQL would send bytes as hexadecimal digits, which take four times as long to read as base64.
  const rows = await database.query<SeriesChunk & { place: number; base64: string }>(
    `SELECT place::int, step_minutes AS "stepMinutes", ${utcOf('month')} AS "monthFromUtc",
       source LIKE $6::text AS "isFromFiles", ${utcOf('first_stored_at')} AS "firstStoredUtc",
       encode(power_mw, 'base64') AS base64
     FROM chunk JOIN series ON series.id = series_id
     JOIN unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (area, quantity, kind, place)
       USING (area, quantity, kind)
     WHERE month BETWEEN $4::date AND $5::date`,
    [...columnsOf(keys, 'area', 'quantity', 'kind'), first.firstDay, last.firstDay, filesOf('%')],
  )
  for (const { place, base64, ...chunk } of rows)
    chunks[place - 1]?.push({ ...chunk, bytes: Buffer.from(base64, 'base64') })
  return chunks
}

export async function readSteps(
  database: Queryable,
  seriesIds: readonly number[],
  months: readonly Month[],
): Promise<StepMinutes[]> {
  const rows = await database.query<Pick<Chunk, 'stepMinutes'>>(
    `SELECT DISTINCT step_minutes AS "stepMinutes" FROM chunk
     WHERE series_id = ANY($1::int[]) AND month = ANY($2::date[])`,
    [seriesIds, months.map(({ firstDay }) => firstDay)],
  )
  return rows.map(({ stepMinutes }) => stepMinutes)
}

const CHUNK = `step_minutes AS "stepMinutes", ${utcOf('chunk.month')} AS "monthFromUtc", power_mw AS bytes`

/** The finest last. */
export function readNewestChunks(database: Queryable, kind: Kind): Promise<(Chunk & SeriesKey)[]> {
  return database.query(
    `SELECT area, quantity, kind, ${CHUNK} FROM series
     CROSS JOIN LATERAL (SELECT max(month) AS month FROM chunk WHERE series_id = series.id) AS newest
     JOIN chunk ON chunk.series_id = series.id AND chunk.month = newest.month
     WHERE kind = $1::text ORDER BY step_minutes DESC`,
    [kind],
  )
}

export function readEdgeChunks(database: Queryable, kind: Kind | null): Promise<(Chunk & SeriesKey)[]> {
  return database.query(
    `SELECT area, quantity, kind, ${CHUNK} FROM series
     CROSS JOIN LATERAL (SELECT min(month), max(month) FROM chunk WHERE series_id = series.id) AS edge (first, last)
     JOIN chunk ON chunk.series_id = series.id AND chunk.month IN (edge.first, edge.last)
     WHERE kind = coalesce($1::text, kind) ORDER BY series.id`,
    [kind],
  )
}
