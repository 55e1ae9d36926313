import { DAY_MS } from '#contract/time.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import { createBriefingRoute } from '#server/answers/briefing.ts'
import { createForecastRoutes } from '#server/answers/forecast-routes.ts'
import { createRowTables } from '#server/answers/row-tables.ts'
import { repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import { createForecastSchedule } from '#server/forecast/runs/schedule/forecast-schedule.ts'
import { createRunsReadiness } from '#server/forecast/runs/schedule/runs-readiness.ts'

import type { People } from './people.ts'
import type { Shared, Wing } from './shared.ts'
import type { Values } from './values.ts'

interface ForecastsParts extends Shared, Pick<People, 'readFollowed'>, Pick<Values, 'source' | 'isFilling'> {}

/** Removes runs, weather and uploads older than `KEEP_FORECASTS_YEARS`, but none within the initial fill. */
export async function removeOld({
  config,
  clock,
  ...stores
}: Pick<Shared, 'config' | 'clock' | 'store' | 'weather' | 'uploads'>): Promise<void> {
  const days = Math.max(366 * config.KEEP_FORECASTS_YEARS, config.BACKFILL_DAYS + 1)
  const day = addDays(marketDay(clock()), -days)
  for (const kept of [stores.store, stores.weather, stores.uploads]) await kept.removeBefore(day)
}

export function createForecasts(shared: ForecastsParts) {
  const schedule = createForecastSchedule({ ...shared, ...shared.atPrimary, runJob: createForecastThread() })
  return {
    calls: [
      ...createForecastRoutes(shared),
      ...createRowTables(shared),
      createBriefingRoute({ ...shared, site: shared.config.PUBLIC_URL ?? null }),
    ],
    // The demo source delivers all values at once, so readiness can wait for the first forecasts too.
    readiness: shared.source?.isDemo ? [createRunsReadiness(shared)] : [],
    run: (signal) =>
      Promise.all([
        schedule.run(signal),
        shared.config.KEEP_FORECASTS_YEARS > 0 &&
          repeatAsLeader({ ...shared, name: 'old forecasts' }, () => removeOld(shared), DAY_MS, signal),
      ]),
    replays: () => schedule.replays(),
  } satisfies Wing & Record<string, unknown>
}
