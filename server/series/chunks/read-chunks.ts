import { readCopiedRows } from '#server/database/copied-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Month } from '#server/series/calendar/month.ts'
import { type Block, DAY_MS, filesOf, MINUTE_MS, type Span, type StepMinutes } from '#server/series/series.ts'

import { decodeChunk, toMegawatts } from './chunk-codec.ts'

/** One month of one series at one step, as stored. */
export interface Chunk {
  monthFromUtc: number
  stepMinutes: StepMinutes
  bytes: Uint8Array
}

interface CopiedChunk extends Chunk {
  /** Files of a source gave it. */
  isFromFiles: boolean
}

const STEPS_FROM_COARSE: readonly StepMinutes[] = [60, 30, 15]

/** The coarsest step at which both ends of a span are whole. Throws a `RangeError` if they are not quarter hours. */
function coarsestStep(span: Span): StepMinutes {
  const step = STEPS_FROM_COARSE.find(
    (minutes) => span.fromUtc % (minutes * MINUTE_MS) === 0 && span.toUtc % (minutes * MINUTE_MS) === 0,
  )
  if (step === undefined || span.toUtc < span.fromUtc)
    throw new RangeError('A span must begin and end at quarter hours')
  return step
}

/** Lays the values of a chunk over a block of an equal or finer step, repeated where that is finer; only of intervals that had ended by a time. */
function lay(block: Block, chunk: Chunk, endedByUtc: number): void {
  const values = decodeChunk(chunk.bytes)
  const { powerMw } = block
  const repeat = chunk.stepMinutes / block.stepMinutes
  // `| 0` tells the compiler that these are whole numbers: this loop is a large part of a long query.
  const offset = ((chunk.monthFromUtc - block.startsAtUtc) / (block.stepMinutes * MINUTE_MS)) | 0
  const first = Math.max(0, -offset) | 0
  const ended = Math.floor((endedByUtc - chunk.monthFromUtc) / (chunk.stepMinutes * MINUTE_MS))
  const last = Math.min(Math.min(values.length, ended) * repeat, powerMw.length - offset) | 0
  for (let slot = first; slot < last; slot += 1) {
    const stored = toMegawatts(values[repeat === 1 ? slot : (slot / repeat) | 0] ?? Number.NaN)
    if (!Number.isNaN(stored)) powerMw[offset + slot] = stored
  }
}

/** One block over a span from the chunks of a series, at the finest step among them; the finest value of a moment counts. */
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

/** The chunks of series in the months from the first one given to the last, by the number of the series. */
export async function copyChunks(
  database: Database,
  seriesIds: readonly number[],
  months: readonly Month[],
): Promise<Map<number, CopiedChunk[]>> {
  const chunks = new Map<number, CopiedChunk[]>(seriesIds.map((id) => [id, []]))
  const [first, last] = [months[0], months.at(-1)]
  if (seriesIds.length === 0 || first === undefined || last === undefined) return chunks
  const copied = await database.copyOut(
    `SELECT series_id, step_minutes, month - DATE '1970-01-01', source LIKE '${filesOf('%')}', power_mw FROM chunk
     WHERE series_id IN (${seriesIds.join()}) AND month BETWEEN '${first.firstDay}' AND '${last.firstDay}'`,
  )
  for (const row of readCopiedRows(copied)) {
    const { seriesId, ...chunk } = toChunk(row)
    chunks.get(seriesId)?.push(chunk)
  }
  return chunks
}

/** The fields of a row in the order of the SELECT: `int`, `smallint`, `int`, `boolean` and `bytea`. */
function toChunk([id, step, day, isFromFiles, bytes]: readonly Buffer[]): CopiedChunk & { seriesId: number } {
  const stepMinutes = STEPS_FROM_COARSE.find((minutes) => minutes === step?.readInt16BE())
  if (id === undefined || stepMinutes === undefined || day === undefined || bytes === undefined)
    throw new Error('A copied row is not a chunk')
  return {
    seriesId: id.readInt32BE(),
    monthFromUtc: day.readInt32BE() * DAY_MS,
    stepMinutes,
    isFromFiles: isFromFiles?.[0] === 1,
    bytes,
  }
}
