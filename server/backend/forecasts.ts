import { createBriefingRoute } from '#server/answers/briefing.ts'
import { createForecastRoutes } from '#server/answers/forecast-routes.ts'
import { createRowTables } from '#server/answers/row-tables.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import { createForecastSchedule } from '#server/forecast/runs/schedule/forecast-schedule.ts'
import { createRunsReadiness } from '#server/forecast/runs/schedule/runs-readiness.ts'

import type { People } from './people.ts'
import type { Shared, Wing } from './shared.ts'
import type { Values } from './values.ts'

interface ForecastsParts extends Shared, Pick<People, 'readFollowed'>, Pick<Values, 'source' | 'isFilling'> {}

/** Our forecasts: the runs, and what is answered from them. */
export function createForecasts(shared: ForecastsParts) {
  const schedule = createForecastSchedule({ ...shared, runJob: createForecastThread() })
  return {
    calls: [
      ...createForecastRoutes(shared),
      ...createRowTables(shared),
      createBriefingRoute({ ...shared, site: shared.config.PUBLIC_URL ?? null }),
    ],
    // The demo source delivers all values at once, so readiness can wait for the first forecasts too.
    readiness: shared.source?.isDemo ? [createRunsReadiness(shared)] : [],
    run: (signal) => schedule.run(signal),
    replays: () => schedule.replays(),
  } satisfies Wing & Record<string, unknown>
}
