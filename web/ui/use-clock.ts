import { useSyncExternalStore } from 'react'

const TICK_MS = 250

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

/** Reads the clock instead of counting ticks, because timers stop in hidden tabs. */
export function useReading<T extends string | number>(read: () => T): T {
  return useSyncExternalStore(subscribeToTicks, read)
}

/** Whole seconds until an instant (epoch milliseconds); 0 once it has passed, or for `null`. */
export const useCountdown = (untilMs: number | null): number =>
  useReading(() => Math.max(0, Math.ceil(((untilMs ?? 0) - Date.now()) / 1000)))
