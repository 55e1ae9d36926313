import { MINUTE_MS, toMinute } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { ReadState } from '#server/sources/read-state.ts'
import type { Feed, Source } from '#server/sources/source.ts'

import { settledDays, settledUntilUtc, UP_TO_DATE_DAYS, wantedSpans } from './plan.ts'

/** In days of the past. */
export interface Progress {
  done: number
  total: number
}

export type ProgressCounter = ReturnType<typeof createProgressCounter>

/** Counts fills, not the daily catching up. The plan can be remade while a fill runs. */
export function createProgressCounter(onProgress: (progress: Progress) => void = () => {}) {
  let total = 0
  let remaining = 0

  function current(): Progress | null {
    return remaining <= UP_TO_DATE_DAYS
      ? null
      : { done: Math.floor(total - remaining), total: Math.ceil(total) }
  }
  function change(days: number): void {
    const wasFilling = current() !== null
    remaining = Math.max(0, days)
    if (!wasFilling) total = remaining
    total = Math.max(total, remaining)
    const progress = current()
    if (progress !== null) onProgress(progress)
    else if (wasFilling) onProgress({ done: Math.ceil(total), total: Math.ceil(total) })
  }
  return { setRemaining: change, add: (days: number): void => change(remaining - days), current }
}

const FIRST_REST_MS = MINUTE_MS
const MAX_REST_MS = 15 * MINUTE_MS

export interface Outage {
  message: string
  sinceUtc: number
  tries: number
  nextTryUtc: number
}

/** The rest doubles with each failure. */
export function nextOutage(before: Outage | null, message: string, now: number): Outage {
  const tries = (before?.tries ?? 0) + 1
  const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (tries - 1))
  return { message, sinceUtc: before?.sinceUtc ?? now, tries, nextTryUtc: now + restMs }
}

export function describeOutage({ message, sinceUtc, tries, nextTryUtc }: Outage): string {
  const times = tries === 1 ? 'once' : `${tries} times`
  return `${message} Since ${toMinute(sinceUtc)}, tried ${times}; the next try is at ${toMinute(nextTryUtc)}.`
}

/** Ready once the demo is filled, or any process has stored a real value. Later failures only degrade: another server could do no better. */
export function createFillReadiness(parts: {
  source: Source
  series: Pick<SeriesStore, 'spans'>
  state: ReadState<Feed>
  clock: Clock
  backfillDays: number
  progress: () => Progress | null
  outage: () => Outage | null
}): ReadinessPart {
  const { source, series, state, clock, backfillDays, progress, outage } = parts
  let isFilled = false
  const withoutValue = new Set(source.feeds.filter(({ kind }) => kind === 'actual').map(({ area }) => area))

  async function lacksNothing(): Promise<boolean> {
    const now = clock()
    const missing = await state.missing(wantedSpans({ source, now, backfillDays }), now)
    return settledDays(source, missing, settledUntilUtc(source, now)) <= UP_TO_DATE_DAYS
  }

  return {
    name: 'values',
    async check() {
      const running = progress()
      const detail = running === null ? {} : { progress: running }
      try {
        isFilled ||= source.isDemo ? await lacksNothing() : (await series.spans()).length > 0
        if (isFilled && running === null && withoutValue.size > 0)
          for (const { area } of await series.spans('actual')) withoutValue.delete(area)
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
      if (running === null && withoutValue.size > 0) {
        const message = `no actual value has come of ${[...withoutValue].join(', ')}`
        return { isReady: true, isDegraded: true, message }
      }
      return { isReady: true, message: running === null ? 'up to date' : 'the past is being read', ...detail }
    },
  }
}
