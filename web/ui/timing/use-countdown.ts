import { useSyncExternalStore } from 'react'

import { subscribeToTicks } from './ticks.ts'

const never = () => () => undefined

/** Whole seconds until an instant (epoch milliseconds), 0 once it has passed or if it is `null`. */
export function useCountdown(untilMs: number | null): number {
  return useSyncExternalStore(untilMs === null ? never : subscribeToTicks, () =>
    untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)),
  )
}
