/** How much of the past has been read, in days. */
export interface Progress {
  done: number
  total: number
}

/** Counts a fill. Its plan can be made several times while it runs. */
export interface ProgressCounter {
  /** Sets how many days are still to be read after a new plan. */
  setRemaining: (days: number) => void
  /** Counts days that were read since. */
  add: (days: number) => void
  /** Null if nothing worth naming is left. */
  current: () => Progress | null
}

/** `ignoredDays`: up to this many days are the daily catching up of a running server, not a fill. */
export function createProgressCounter(
  ignoredDays: number,
  onProgress: (progress: Progress) => void = () => {},
): ProgressCounter {
  let total = 0
  let remaining = 0

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
    setRemaining: change,
    add: (days) => change(remaining - days),
    current,
  }
}
