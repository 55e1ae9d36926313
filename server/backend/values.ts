import { createDataDaysRoute } from '#server/answers/data-days.ts'
import { createQueryRoute } from '#server/answers/graph/graph-answers.ts'
import { createAreasRoute } from '#server/answers/rows/areas-route.ts'
import { createSeriesRoute } from '#server/answers/rows/series-route.ts'
import { createSignedInRoute } from '#server/answers/sending/shared-answers.ts'
import { createUploadRoutes } from '#server/answers/upload-routes.ts'
import { placeOf } from '#server/forecast/model/history/area-places.ts'
import type { SignedIn } from '#server/http/signed-in.ts'
import { EIC_BY_AREA } from '#server/sources/entsoe/areas.ts'
import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import type { Progress } from '#server/sources/ingestion/progress.ts'
import { feedName } from '#server/sources/source.ts'
import { createWeatherFeed } from '#server/sources/weather/weather-feed.ts'

import { createConfiguredSource, createConfiguredWeather } from './configured-source.ts'
import type { Shared, Wing } from './shared.ts'

interface ValuesParts extends Shared, SignedIn {
  onFill: (progress: Progress) => void
}

export type Values = ReturnType<typeof createValues>

export function createValues(shared: ValuesParts) {
  const { config, clock, database, logger, leadership, metrics, onFill } = shared
  const backfillDays = config.BACKFILL_DAYS
  const source = createConfiguredSource(config, clock, database, (reason, feed) =>
    logger.warn({ feed: feed && feedName(feed), reason }, 'source has a notice'),
  )
  const ingestion =
    source &&
    createIngestion({
      ...shared,
      ...shared.atPrimary,
      source,
      backfillDays,
      registry: metrics,
      onProgress: onFill,
    })
  const weatherSource = createConfiguredWeather(config, clock)
  const weatherFeed =
    weatherSource &&
    createWeatherFeed({ ...shared, source: weatherSource, store: shared.weather, backfillDays })
  return {
    calls: [
      createQueryRoute(shared),
      createSeriesRoute({ ...shared, source }),
      createAreasRoute({
        ...shared,
        placeOf: (area) => ({ zone: placeOf(area).zone, eic: EIC_BY_AREA[area] }),
      }),
      ...createUploadRoutes(shared),
      createSignedInRoute(shared),
      createDataDaysRoute({ ...shared, source }),
    ],
    readiness: ingestion === null ? [] : [ingestion.readiness],
    run: (signal) => Promise.all([ingestion?.run(signal), weatherFeed?.run(signal)]),
    source,
    weatherCredit: weatherSource?.credit ?? null,
    progress: () => ingestion?.progress() ?? null,
    outage: () => ingestion?.outage() ?? null,
    // Only the leader fetches weather; other processes would report an outage.
    weatherProblem: () => (leadership.isLeader() ? (weatherFeed?.problem() ?? null) : null),
    isFilling: async () =>
      weatherFeed?.isFilling() === true ||
      (ingestion !== null && (ingestion.progress() !== null || !(await ingestion.readiness.check()).isReady)),
  } satisfies Wing & Record<string, unknown>
}
