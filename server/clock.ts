/** Epoch milliseconds. Passed everywhere, so that tests can set it. */
export type Clock = () => number

/** `2026-11-24`, in UTC. */
export function toDate(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10)
}

/** `2026-11-24T18:02Z`, for people. */
export function toMinute(utc: number): string {
  return `${new Date(utc).toISOString().slice(0, 16)}Z`
}

/** `2026-11-24T18:02:00Z`: the form of all answers and messages, without zero milliseconds. */
export function toStamp(utc: number): string {
  return new Date(utc).toISOString().replace('.000Z', 'Z')
}

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
