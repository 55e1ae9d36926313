import { Tinypool } from 'tinypool'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'

export type RunJob = (job: ForecastJob) => Promise<ForecastResult>

/** Consecutive rounds share a thread; then its memory is released. */
const IDLE_MS = 10_000

/** Jobs run in a thread of their own in the build, so that requests do not wait; unbundled tests use the caller's. */
export function createForecastThread(): RunJob {
  if (!import.meta.env.PROD) return async (job) => runForecastJob(job)
  const filename = new URL('./forecast-worker.js', import.meta.url).href
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  return (job) => pool.run(job, { name: 'runForecastJob' })
}
