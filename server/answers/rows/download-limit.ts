import { RequestError } from '#server/errors.ts'

/** A slow reader keeps its download open for long, so one user must not hold many. */
const MAX_PER_USER = 4

/**
 * Counts the downloads under way of each user. The returned function notes that one begins, and returns the function that notes its
 * end. Throws a `RequestError` 429 where a user has too many.
 */
export function createDownloadLimit(): (userId: number) => () => void {
  const underWay = new Map<number, number>()
  return (userId) => {
    const others = underWay.get(userId) ?? 0
    if (others >= MAX_PER_USER) {
      throw new RequestError(
        429,
        `You have ${MAX_PER_USER} downloads under way; wait until one of them has ended.`,
        { 'retry-after': '1' },
      )
    }
    underWay.set(userId, others + 1)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
    }
  }
}
