import { FORECAST_AREAS } from '#contract/countries.ts'
import type { Clock } from '#server/clock.ts'
import { DatabaseError } from '#server/errors.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'

import { REPLAYED_DAYS } from './replay-days.ts'

/** Whether every country of the map has a forecast, so that the first map that anybody opens is not empty. */
export function createRunsReadiness(store: Pick<RunStore, 'heads'>, clock: Clock): ReadinessPart {
  let isMade = false

  async function areMade(): Promise<boolean> {
    const today = marketDayAt(clock()).date
    const heads = await store.heads({ from: addDays(today, -REPLAYED_DAYS), to: addDays(today, 1) })
    const areas = new Set(heads.filter(({ isReplayed }) => !isReplayed).map(({ area }) => area))
    return FORECAST_AREAS.every((area) => areas.has(area))
  }

  return {
    name: 'forecasts',
    async check() {
      try {
        isMade ||= await areMade()
      } catch (error) {
        if (error instanceof DatabaseError) return { isReady: false, message: 'the database does not answer' }
        throw error
      }
      return { isReady: isMade, message: isMade ? 'made' : 'the first forecasts are being made' }
    },
  }
}
