import type { Clock } from '#server/clock.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import type { Source } from '#server/sources/source.ts'

import { settledDays, settledUntilUtc, UP_TO_DATE_DAYS, wantedSpans } from './plan.ts'
import type { Progress } from './progress.ts'
import type { ReadState } from './read-state.ts'

interface FillReadinessParts {
  source: Source
  state: ReadState
  clock: Clock
  backfillDays: number
  progress: () => Progress | null
}

/** Ready when an invented source has filled the store, whichever process does it. A real source is not waited for. */
export function createFillReadiness(parts: FillReadinessParts): ReadinessPart {
  const { source, state, clock, backfillDays, progress } = parts
  let isFilled = !source.isDemo

  async function lacksNothing(): Promise<boolean> {
    const now = clock()
    const missing = await state.missing(wantedSpans({ source, now, backfillDays }))
    return settledDays(source, missing, settledUntilUtc(source, now)) <= UP_TO_DATE_DAYS
  }

  return {
    name: 'values',
    async check() {
      const running = progress()
      const detail = running === null ? {} : { progress: running }
      try {
        isFilled ||= await lacksNothing()
      } catch (error) {
        if (error instanceof DatabaseError) return { isReady: false, message: 'the database does not answer' }
        throw error
      }
      if (!isFilled) return { isReady: false, message: 'the first fill is running', ...detail }
      return { isReady: true, message: running === null ? 'up to date' : 'the past is being read', ...detail }
    },
  }
}
