import { FORECAST_AREAS } from '#contract/countries.ts'
import { monthDay } from '#contract/words/days.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import type { Clock } from '#server/clock.ts'
import { DatabaseError } from '#server/errors.ts'
import { LEDGER_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import type { RunHead, RunStore } from '#server/forecast/runs/kept/run-store.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

import { firstForecastDay } from './run-plan.ts'

interface RunsReadinessParts {
  store: Pick<RunStore, 'heads'>
  series: Pick<SeriesStore, 'coverage'>
  clock: Clock
}

/**
 * Every country of the map has forecasts, if possible also of yesterday and today, for the first map and
 * Home. Stays ready.
 */
export function createRunsReadiness({ store, series, clock }: RunsReadinessParts): ReadinessPart {
  let isReady = false

  async function canHaveRun(day: string): Promise<boolean> {
    const actual = await series.coverage('actual')
    return actual !== null && day >= firstForecastDay(actual)
  }

  async function check(): Promise<string[]> {
    const today = marketDay(clock())
    const days = [addDays(today, -1), today, addDays(today, 1)]
    const heads = await store.heads({
      from: addDays(today, isReady ? -1 : -LEDGER_DAYS),
      to: addDays(today, 1),
    })
    const haveAll = (counts: (head: RunHead) => boolean): boolean => {
      const areas = new Set(heads.filter(counts).map(({ area }) => area))
      return FORECAST_AREAS.every((area) => areas.has(area))
    }
    const missing = days.filter((day) => !haveAll((head) => head.day === day))
    if (!isReady && haveAll((head) => !head.isReplayed)) {
      const awaited = missing.filter((day) => day <= today).map(canHaveRun)
      isReady = !(await Promise.all(awaited)).includes(true)
    }
    return missing
  }

  return {
    name: 'forecasts',
    async check() {
      try {
        const missing = await check()
        if (!isReady) return { isReady, message: 'the first forecasts are being made' }
        const exceptions = missing.length === 0 ? '' : `, but not for ${missing.map(monthDay).join(' and ')}`
        return { isReady, message: `made${exceptions}` }
      } catch (error) {
        if (error instanceof DatabaseError) return { isReady: false, message: 'the database does not answer' }
        throw error
      }
    },
  }
}
