const TICK_MS = 250

/** Calls back a few times a second. Callers read the clock themselves, because timers sleep in hidden tabs. */
export function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}
