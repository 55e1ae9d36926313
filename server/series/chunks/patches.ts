import { MINUTE_MS } from '#contract/time.ts'
import { monthsOf } from '#server/calendar/month.ts'
import {
  slotCount,
  blockWithin,
  spanOf,
  type Provenance,
  type SeriesBlock,
  type SeriesKey,
  type StepMinutes,
} from '#server/series/series.ts'

import { type IdOf, keyText } from './series-ids.ts'

/** `replace` also replaces values of a finer step. NaN never replaces a value. */
export type WriteMode = 'replace' | 'keep-first'

/** NaN where a slot stays. */
export interface Patch {
  key: SeriesKey
  seriesId: number
  firstDay: string
  stepMinutes: StepMinutes
  powerMw: Float32Array
}

/** One month of a series from one source at one step. */
export interface SourceChunk extends Provenance {
  stepMinutes: StepMinutes
  powerMw: Float32Array
  firstStoredUtc: number
}

export interface ChangedChunk extends Patch, SourceChunk {
  /** NaN for none. */
  before: Float32Array
}

function checkBlock(block: SeriesBlock): void {
  const stepMs = block.stepMinutes * MINUTE_MS
  if (!Number.isSafeInteger(block.startsAtUtc) || block.startsAtUtc % stepMs !== 0) {
    throw new RangeError(
      `A block of ${keyText(block)} does not begin at a whole step of ${block.stepMinutes} minutes`,
    )
  }
}

/** Where blocks overlap, the later counts; in `keep-first` the earlier. */
export function toPatches(blocks: readonly SeriesBlock[], idOf: IdOf, mode: WriteMode): Patch[] {
  const patches = new Map<string, Patch>()
  for (const block of blocks) {
    checkBlock(block)
    for (const month of monthsOf(spanOf(block))) {
      const name = `${keyText(block)} ${month.firstDay} ${block.stepMinutes}`
      let patch = patches.get(name)
      if (!patch) {
        const { area, quantity, kind, stepMinutes } = block
        const powerMw = new Float32Array(slotCount(month, stepMinutes)).fill(Number.NaN)
        const key = { area, quantity, kind }
        patch = { key, seriesId: idOf(key), firstDay: month.firstDay, stepMinutes, powerMw }
        patches.set(name, patch)
      }
      const { startsAtUtc, powerMw } = blockWithin(block, month)
      overlay(
        patch.powerMw,
        powerMw,
        slotCount({ fromUtc: month.fromUtc, toUtc: startsAtUtc }, block.stepMinutes),
        mode,
      )
    }
  }
  return [...patches.values()]
}

/** Only finite numbers replace values. */
export function overlay(
  chunk: Float32Array,
  powerMw: Float32Array | Float64Array,
  atSlot: number,
  mode: WriteMode,
): void {
  for (let index = 0; index < powerMw.length; index += 1) {
    const next = Math.fround(powerMw[index] ?? Number.NaN)
    const slot = atSlot + index
    if (!Number.isFinite(next) || (mode === 'keep-first' && !Number.isNaN(chunk[slot]))) continue
    chunk[slot] = next
  }
}
