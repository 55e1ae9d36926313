import type { MemberCode } from '#contract/areas.ts'
import { SourceError } from '#server/errors.ts'

import { fillPiece, piecesOf, type FillPastParts } from './fill-past.ts'

export interface FillSpanParts extends FillPastParts {
  areas: readonly MemberCode[]
  /** First and last delivery day, both included, `yyyy-MM-dd`. */
  fromDay: string
  toDay: string
  onProgress?: (progress: { done: number; total: number }) => void
}

export interface FilledSpan {
  /** Days of areas that were asked for, and those of them that had weather. */
  asked: number
  found: number
  /** Why the source stopped answering; null if all was read. What was read is kept, and is not asked for again. */
  failure: string | null
}

/** Reads past weather of a span where nothing was read yet. Rejects where the database is away, and when aborted. */
export async function fillSpan(parts: FillSpanParts, signal: AbortSignal): Promise<FilledSpan> {
  const pieces = piecesOf(await parts.past.missing(parts.areas, parts.fromDay, parts.toDay))
  const total = pieces.reduce((sum, { days }) => sum + days.length, 0)
  let [asked, found] = [0, 0]
  for (const piece of pieces) {
    signal.throwIfAborted()
    try {
      found += await fillPiece(piece, parts, signal)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      return { asked, found, failure: error.message }
    }
    asked += piece.days.length
    parts.onProgress?.({ done: asked, total })
  }
  return { asked, found, failure: null }
}
