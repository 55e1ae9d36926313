import { Tinypool } from 'tinypool'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'

/** Where forecasts are computed. */
export interface ForecastThread {
  /** Rejects where the computation fails or the thread is closed. */
  run(job: ForecastJob): Promise<ForecastResult[]>
  close(): Promise<void>
}

/** In the build, forecasts run in their own thread, so that no request waits for them. In unbundled tests they run in the caller's. */
export function createForecastThread(): ForecastThread {
  if (import.meta.env.PROD) return startThread(new URL('./forecast-worker.js', import.meta.url).href)
  return { run: async (job) => runForecastJob(job), close: async () => undefined }
}

/** Rounds that follow each other share a thread; between them its memory is given back. */
const IDLE_MS = 10_000

/** One thread, started by the first job. */
function startThread(filename: string): ForecastThread {
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS })
  let isClosed = false
  return {
    async run(job) {
      // A destroyed pool would start a new thread.
      if (isClosed) throw new Error('The forecast thread is closed')
      return pool.run(job, { name: 'runForecastJob' })
    },
    async close() {
      isClosed = true
      await pool.destroy()
    },
  }
}
