import { RequestError } from '#server/errors.ts'

/** The returned function notes the end. Throws a `RequestError` 429 above the limit. */
export type BeginOf = (owner: number | string) => () => void

/** Within the time for an answer, because some refusals wait so long. */
const MAX_RETRY_AFTER_S = 10

/** `Retry-After` grows by a second with every `max` refusals, until none is under way. */
export function createUnderWay(max: number, refusal: string): BeginOf {
  const byOwner = new Map<number | string, { underWay: number; refused: number }>()
  return (owner) => {
    const counts = byOwner.get(owner) ?? { underWay: 0, refused: 0 }
    if (counts.underWay >= max) {
      const retryAfterS = Math.min(MAX_RETRY_AFTER_S, 1 + Math.floor(counts.refused / max))
      counts.refused += 1
      throw new RequestError(429, refusal, { 'retry-after': String(retryAfterS) })
    }
    byOwner.set(owner, counts)
    counts.underWay += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      counts.underWay -= 1
      if (counts.underWay === 0) byOwner.delete(owner)
    }
  }
}
