/** Returns the current time, epoch milliseconds. It is a parameter everywhere, so that tests can set it. */
export type Clock = () => number

/** `2026-11-24`: the day of a moment, by UTC. */
export function toDate(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10)
}

/** `2026-11-24T18:02Z`: for people, to the minute. */
export function toMinute(utc: number): string {
  return `${new Date(utc).toISOString().slice(0, 16)}Z`
}

/** `2026-11-24T18:02:00Z`: a moment as all answers and messages write it, without milliseconds where it has none. */
export function toStamp(utc: number): string {
  return new Date(utc).toISOString().replace('.000Z', 'Z')
}

const BEATS = 20

/** Calls back once the process has run for so long; returns what stops that. While it stands still, on a paused machine, hardly any time passes. */
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
