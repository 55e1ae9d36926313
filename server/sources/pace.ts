import { setTimeout as sleep } from 'node:timers/promises'

/** A clock that never jumps, in milliseconds from any origin, and a way to wait by it. Tests use their own. */
export interface Timer {
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const monotonicTimer: Timer = {
  now: () => performance.now(),
  wait: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal })
  },
}

export interface Pace {
  /** Runs a task when its turn comes, first in, first out. Rejects if the signal aborts before. */
  run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Lets no other task begin for this long. */
  hold(milliseconds: number): void
}

export interface PaceOptions {
  /** The most tasks that begin within any `perMs`. */
  tasks: number
  perMs: number
  /** The most tasks that run at once. */
  atOnce: number
  timer: Timer
}

export function createPace({ tasks, perMs, atOnce, timer }: PaceOptions): Pace {
  const begun: number[] = []
  let heldUntil = Number.NEGATIVE_INFINITY
  let running = 0
  let wakeWaiting: (() => void) | null = null
  let lastInLine: Promise<unknown> = Promise.resolve()

  const msUntilAllowed = () => {
    const oldest = begun.length < tasks ? undefined : begun[0]
    const windowOpensAt = oldest === undefined ? heldUntil : oldest + perMs
    return Math.max(windowOpensAt, heldUntil) - timer.now()
  }
  const untilOneEnds = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake)
        resolve()
      }
      wakeWaiting = wake
      signal.addEventListener('abort', wake)
    })

  async function admit(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const waitMs = msUntilAllowed()
      if (waitMs > 0) await timer.wait(waitMs, signal)
      else if (running >= atOnce) await untilOneEnds(signal)
      else break
    }
    running += 1
    begun.push(timer.now())
    if (begun.length > tasks) begun.shift()
  }

  return {
    async run(task, signal) {
      const admitted = lastInLine.then(() => admit(signal))
      lastInLine = admitted.catch(() => {})
      await admitted
      try {
        return await task()
      } finally {
        running -= 1
        wakeWaiting?.()
      }
    },
    hold(milliseconds) {
      heldUntil = Math.max(heldUntil, timer.now() + milliseconds)
    },
  }
}
