import type { Quantity } from '#server/series/series.ts'

/** `early`: before the TSO's wind and solar; `complete`: with all inputs that the area publishes. */
export const RUN_KINDS = ['early', 'complete'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** Not yet forecast by the TSO when the run is due. */
export const UNPUBLISHED: Readonly<Record<RunKind, readonly Quantity[]>> = {
  early: ['solar', 'wind'],
  complete: [],
}

/** Hours of the day before delivery that are measured when the run is due. */
export const KNOWN_HOURS = { early: 8, complete: 16 } as const

/** The day so far is then left out. */
export function isHalfMissing(known: readonly boolean[]): boolean {
  return 2 * known.filter(Boolean).length < known.length
}
