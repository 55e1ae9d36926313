/** How much of the past has been read, in days. */
export interface Progress {
  done: number
  total: number
}

/** Counts a fill, whose plan can be made several times while it runs. Up to `ignoredDays` are the daily catching up of a running server. */
export function createProgressCounter(
  ignoredDays: number,
  onProgress: (progress: Progress) => void = () => {},
) {
  let total = 0
  let remaining = 0

  /** Null if nothing worth naming is left. */
  function current(): Progress | null {
    return remaining <= ignoredDays ? null : { done: Math.floor(total - remaining), total: Math.ceil(total) }
  }
  function change(days: number): void {
    const wasFilling = current() !== null
    remaining = Math.max(0, days)
    if (!wasFilling) total = remaining
    total = Math.max(total, remaining)
    const progress = current()
    if (progress !== null) onProgress(progress)
    else if (wasFilling) onProgress({ done: Math.ceil(total), total: Math.ceil(total) })
  }
  return {
    /** Sets how many days are still to be read after a new plan. */
    setRemaining: change,
    /** Counts days that were read since. */
    add: (days: number): void => change(remaining - days),
    current,
  }
}
