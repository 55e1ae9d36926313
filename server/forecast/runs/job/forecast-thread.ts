import { Tinypool } from 'tinypool'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'

/** Computes the forecasts of a job. Rejects where that fails. */
export type RunJob = (job: ForecastJob) => Promise<ForecastResult>

/** Rounds that follow each other share a thread; between them its memory is given back. */
const IDLE_MS = 10_000

/** In the build, forecasts run in their own thread, so that no request waits for them. In unbundled tests they run in the caller's. */
export function createForecastThread(): RunJob {
  if (!import.meta.env.PROD) return async (job) => runForecastJob(job)
  const filename = new URL('./forecast-worker.js', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  return (job) => pool.run(job, { name: 'runForecastJob' })
}
