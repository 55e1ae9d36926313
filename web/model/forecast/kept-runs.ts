const KEY = 'modelHasRuns'

/** Remembers whether the backend has runs, so that the next visit keeps a place for what is said of them. */
export function keepHasRuns(hasRuns: boolean): void {
  try {
    localStorage.setItem(KEY, String(hasRuns))
  } catch {
    // Storage may be blocked or full: then the next visit is like the first.
  }
}

/** Whether the backend had runs when it was last asked. Our own server always has, so a browser that has not asked yet says yes. */
export function readHadRuns(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false'
  } catch {
    return true
  }
}
