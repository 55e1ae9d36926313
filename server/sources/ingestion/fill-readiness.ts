import type { Clock } from '#server/clock.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import { KINDS, type SeriesStore } from '#server/series/series.ts'
import type { ReadState } from '#server/sources/read-state.ts'
import type { Feed, Source } from '#server/sources/source.ts'

import { describeOutage, type Outage } from './outage.ts'
import { settledDays, settledUntilUtc, UP_TO_DATE_DAYS, wantedSpans } from './plan.ts'
import type { Progress } from './progress.ts'

/**
 * Ready when an invented source has filled the store, or when the first value of a real one is stored, whichever process does it. From
 * then on a source that fails makes the server only degraded: another server could do no better.
 */
export function createFillReadiness(parts: {
  source: Source
  series: Pick<SeriesStore, 'coverage'>
  state: ReadState<Feed>
  clock: Clock
  backfillDays: number
  progress: () => Progress | null
  /** Why this process gets nothing from the source. */
  outage: () => Outage | null
}): ReadinessPart {
  const { source, series, state, clock, backfillDays, progress, outage } = parts
  let isFilled = false

  async function lacksNothing(): Promise<boolean> {
    const now = clock()
    const missing = await state.missing(wantedSpans({ source, now, backfillDays }))
    return settledDays(source, missing, settledUntilUtc(source, now)) <= UP_TO_DATE_DAYS
  }

  async function hasValues(): Promise<boolean> {
    const spans = await Promise.all(KINDS.map((kind) => series.coverage(kind)))
    return spans.some((span) => span !== null)
  }

  return {
    name: 'values',
    async check() {
      const running = progress()
      const detail = running === null ? {} : { progress: running }
      try {
        isFilled ||= await (source.isDemo ? lacksNothing() : hasValues())
      } catch (error) {
        if (error instanceof DatabaseError) return { isReady: false, message: 'the database does not answer' }
        throw error
      }
      const current = outage()
      const fault = current === null ? null : describeOutage(current)
      if (!isFilled) {
        const waiting = source.isDemo ? 'the first fill is running' : 'no value has come from the source yet'
        return { isReady: false, message: fault ?? waiting, ...detail }
      }
      if (fault !== null) return { isReady: true, isDegraded: true, message: fault, ...detail }
      return { isReady: true, message: running === null ? 'up to date' : 'the past is being read', ...detail }
    },
  }
}
