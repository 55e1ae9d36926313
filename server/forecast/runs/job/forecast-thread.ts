import { Tinypool } from 'tinypool'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'

/** Rejects if computing fails. */
export type RunJob = (job: ForecastJob) => Promise<ForecastResult>

/** Consecutive rounds share a thread; later its memory is released. */
const IDLE_MS = 10_000

/**
 * In the build, forecasts run in their own thread so that requests do not wait; unbundled tests run them in
 * the caller's.
 */
export function createForecastThread(): RunJob {
  if (!import.meta.env.PROD) return async (job) => runForecastJob(job)
  const filename = new URL('./forecast-worker.js', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  return (job) => pool.run(job, { name: 'runForecastJob' })
}
