import type { HistoryStep } from './history-steps.ts'

/** As long as the curves of a quick answer take. */
const DELAY_MS = 100

export interface LateReplacing {
  /** Writes an address at once, or with the one that waits if both are for the present entry of the history. */
  write(search: string, step: HistoryStep): void
  /** Writes an address over the present entry a moment later. */
  writeLater(search: string): void
  /** Forgets what was not written yet. */
  cancel(): void
}

/**
 * Writes the address after the curves. A new address makes the header and its links render again, and for a query that has just begun
 * that would happen while its answer arrives (decision 20). Changes within the delay are written together.
 */
export function createLateReplacing(writeNow: (search: string, step: HistoryStep) => void): LateReplacing {
  let waiting: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    clearTimeout(timer)
    waiting = null
  }

  function writeWaiting(): void {
    if (waiting !== null) writeNow(waiting, 'replace')
    cancel()
  }

  return {
    write(search, step) {
      if (step === 'replace' && waiting !== null) {
        waiting = search
        return
      }
      // The entry that is left behind is complete.
      writeWaiting()
      writeNow(search, step)
    },
    writeLater(search) {
      if (waiting === null) timer = setTimeout(writeWaiting, DELAY_MS)
      waiting = search
    },
    cancel,
  }
}
