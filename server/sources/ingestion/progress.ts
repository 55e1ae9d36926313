/** How much of the past is read, in days. */
export interface Progress {
  done: number
  total: number
}

/** Counts a fill that may be planned again and again while it runs. */
export interface ProgressCounter {
  /** What a new plan leaves to be read. */
  setRemaining: (days: number) => void
  /** What was read since. */
  add: (days: number) => void
  /** Null where nothing worth naming is left. */
  current: () => Progress | null
}

/** `ignoredDays`: so little is the everyday catching up of a running server, no fill. */
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
