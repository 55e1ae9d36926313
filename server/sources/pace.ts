import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Monotonic milliseconds. Tests use their own. */
export interface Timer {
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const monotonicTimer: Timer = {
  now: () => performance.now(),
  wait: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal })
  },
}

/** At most this weight begins within any `perMs`. */
export interface Limit {
  weight: number
  perMs: number
}

export interface Turn {
  weight?: number
  /** Part of each limit: leaves room for urgent tasks. */
  share?: number
}

export type Pace = ReturnType<typeof createPace>

function createBegun(limits: readonly Limit[], timer: Timer) {
  const longestMs = Math.max(...limits.map(({ perMs }) => perMs))
  let begun: { atMs: number; weight: number }[] = []

  /** Until tasks of the last `perMs` weigh at most `most`. */
  function msUntilBelow(most: number, perMs: number): number {
    const nowMs = timer.now()
    const within = begun.filter(({ atMs }) => atMs > nowMs - perMs)
    let sum = within.reduce((total, { weight }) => total + weight, 0)
    for (const { atMs, weight } of within) {
      if (sum <= most) return 0
      sum -= weight
      if (sum <= most) return atMs + perMs - nowMs
    }
    return 0
  }

  return {
    /** A task heavier than a limit begins alone: the service decides. */
    waitMs: ({ weight, share }: Required<Turn>): number =>
      Math.max(
        ...limits.map((limit) => msUntilBelow(Math.max(0, limit.weight * share - weight), limit.perMs)),
      ),
    add(weight: number): void {
      const nowMs = timer.now()
      begun = begun.filter(({ atMs }) => atMs > nowMs - longestMs)
      begun.push({ atMs: nowMs, weight })
    },
  }
}

export function createPace(options: { limits: readonly Limit[]; atOnce: number; timer: Timer }) {
  const { limits, atOnce, timer } = options
  const begun = createBegun(limits, timer)
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let running = 0
  const ends = new EventEmitter()
  /** Tasks of one share queue. */
  const lastInLine = new Map<number, Promise<unknown>>()

  async function admit(turn: Required<Turn>, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const waitMs = Math.max(heldUntilMs - timer.now(), begun.waitMs(turn))
      if (waitMs > 0) await timer.wait(waitMs, signal)
      else if (running >= atOnce) await once(ends, 'end', { signal }).catch(() => {})
      else break
    }
    running += 1
    begun.add(turn.weight)
  }

  return {
    /** First in, first out. Rejects with the signal's reason if it aborts before the task begins. */
    async run<Result>(
      task: () => Promise<Result>,
      signal: AbortSignal,
      { weight = 1, share = 1 }: Turn = {},
    ): Promise<Result> {
      const before = lastInLine.get(share) ?? Promise.resolve()
      const admitted = before.then(() => admit({ weight, share }, signal))
      const settled = admitted.catch(() => {})
      lastInLine.set(share, settled)
      await admitted
      try {
        return await task()
      } finally {
        running -= 1
        ends.emit('end')
      }
    },
    hold(milliseconds: number): void {
      heldUntilMs = Math.max(heldUntilMs, timer.now() + milliseconds)
    },
  }
}
