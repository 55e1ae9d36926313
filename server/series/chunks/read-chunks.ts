import { type Block, MINUTE_MS, type Span, type StepMinutes } from '#server/series/series.ts'

import { decodeChunk, toMegawatts } from './chunk-codec.ts'

/** One month of one series at one step, as stored. */
export interface Chunk {
  monthFromUtc: number
  stepMinutes: StepMinutes
  bytes: Uint8Array
}

export const STEPS_FROM_COARSE: readonly StepMinutes[] = [60, 30, 15]

/** The coarsest step at which both ends of a span are whole. Throws a `RangeError` if they are not quarter hours. */
function coarsestStep(span: Span): StepMinutes {
  const step = STEPS_FROM_COARSE.find(
    (minutes) => span.fromUtc % (minutes * MINUTE_MS) === 0 && span.toUtc % (minutes * MINUTE_MS) === 0,
  )
  if (step === undefined || span.toUtc < span.fromUtc)
    throw new RangeError('A span must begin and end at quarter hours')
  return step
}

/**
 * Lays the values of one chunk over a block of an equal or finer step, repeated where the block is finer; of intervals that had ended
 * by a time.
 */
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
