import { useSyncExternalStore } from 'react'

const TICK_MS = 250

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

/** Reads the clock a few times a second. It counts no ticks, because timers sleep in hidden tabs. */
export function useReading<T extends string | number>(read: () => T): T {
  return useSyncExternalStore(subscribeToTicks, read)
}

/** Whole seconds until an instant (epoch milliseconds), 0 once it has passed or if it is `null`. */
export const useCountdown = (untilMs: number | null): number =>
  useReading(() => Math.max(0, Math.ceil(((untilMs ?? 0) - Date.now()) / 1000)))
