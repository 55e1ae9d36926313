import type { FastifyBaseLogger, RouteOptions } from 'fastify'
import type { Registry } from 'prom-client'

import { createAnswerJson, createAnswerOnce, createAnswerQueue } from '#server/answers/sending/answer-once.ts'
import { createAnswerRows } from '#server/answers/sending/answer-rows.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { createLeadership } from '#server/database/leadership.ts'
import { createStandByReads } from '#server/database/postgresql/stand-by-reads.ts'
import {
  readNewestRun,
  readRunTimes,
  readRunValues,
  readUploadBesideRuns,
} from '#server/forecast/runs/kept/read-runs.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createMadeCounter, createQueueGauge, createReadCounter } from '#server/http/metrics.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import type { PublishedParts } from '#server/series/means/published.ts'
import { createRevision, readRevision, type Revision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'

export interface Base {
  config: Config
  database: Database
  clock: Clock
  logger: FastifyBaseLogger
  metrics: Registry
}

/** `run` works in the background until the signal aborts. */
export interface Wing {
  calls: readonly RouteOptions[]
  readiness: readonly ReadinessPart[]
  run: (signal: AbortSignal) => Promise<unknown>
}

export type Shared = ReturnType<typeof createShared>

/** Shared by all wings. */
export function createShared(base: Base) {
  const { config, database, clock, metrics } = base
  const revision = createRevision(database)
  const reads = createReads(base, revision)
  const storesOf = (of: Database) => {
    const series = createSeriesStore(of)
    return { series, store: createRunStore(of, series, config.SOURCE) }
  }
  const { series, store } = storesOf(reads)
  // Decides who sees what, so that it is never read at a stand-by.
  const uploads = createUploadStore(database)
  const countWaiting = createQueueGauge(metrics)
  const queue = createAnswerQueue(countWaiting('queries'))
  const answerOnce = createAnswerOnce({ revision, queue, onMade: createMadeCounter(metrics) })
  return {
    ...base,
    series,
    uploads,
    store,
    /** For what writes: it must read what it has just written, even without a new revision. */
    atPrimary: storesOf(database),
    revision,
    countWaiting,
    queue,
    answerOnce,
    weather: createWeatherStore(database),
    leadership: createLeadership(database),
    readMeans: createReadMeans({
      series,
      readRunValues: (...which) => readRunValues(store, ...which),
      readUpload: (...which) => readUploadBesideRuns({ store, uploads, clock }, ...which),
      clock,
    }),
    readRunTimes: ((...which) => readRunTimes(store, ...which)) satisfies PublishedParts['readRunTimes'],
    newestRun: () => readNewestRun(store),
    firstRun: () => store.firstIssuedUtc(),
    answerJson: createAnswerJson({ revision, answerOnce }),
    answerRows: createAnswerRows({ revision, queue }),
    async close() {
      if (reads !== database) await reads.close()
      await database.close()
    },
  }
}

/** The database, with values read at the stand-by if there is one. */
function createReads({ config, database, logger, metrics }: Base, revision: Revision): Database {
  const { DATABASE_URL, DATABASE_READ_URL: url } = config
  if (DATABASE_URL === undefined || url === undefined) return database
  const onRead = createReadCounter(metrics)
  return createStandByReads(database, {
    url,
    newest: () => revision.current(),
    countOf: readRevision,
    onRead,
    logger,
  })
}
