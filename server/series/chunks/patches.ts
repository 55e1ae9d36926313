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

/** `replace`: a new value replaces the stored one and finer ones within its interval; `keep-first`: a stored value stays. NaN replaces nothing. */
export type WriteMode = 'replace' | 'keep-first'

/** New values of one chunk; NaN where a slot stays as it is. */
export interface Patch {
  key: SeriesKey
  seriesId: number
  firstDay: string
  stepMinutes: StepMinutes
  powerMw: Float32Array
}

/** The values of one month of a series that one source gave at one step. */
export interface SourceChunk extends Provenance {
  stepMinutes: StepMinutes
  powerMw: Float32Array
  firstStoredUtc: number
}

export interface ChangedChunk extends Patch, SourceChunk {
  /** The values that were stored, NaN for none. */
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

/** One patch for every chunk that blocks touch. Where blocks of a series and step overlap, the later counts, in `keep-first` the earlier. */
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

/** Lays values over a chunk from a slot on. Only finite numbers replace anything, and `keep-first` replaces only NaN. */
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
