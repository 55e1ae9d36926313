/** Epoch milliseconds. Passed everywhere, so that tests can set it. */
export type Clock = () => number

const BEATS = 20

/** Counts running time only: on a paused machine hardly any passes. Returns a function that cancels. */
export function afterRunning(durationMs: number, then: () => void): () => void {
  let left = BEATS
  const beat = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(beat)
    then()
  }, durationMs / BEATS).unref()
  return () => clearInterval(beat)
}
