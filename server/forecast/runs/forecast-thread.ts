import { Worker } from 'node:worker_threads'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'
import type { ForecastAnswer, ForecastRequest } from './forecast-worker.ts'

/** Where forecasts are computed. */
export interface ForecastThread {
  /** Rejects where the computation fails or the thread is closed. */
  run(job: ForecastJob): Promise<ForecastResult[]>
  close(): Promise<void>
}

interface Waiting {
  resolve: (results: ForecastResult[]) => void
  reject: (error: Error) => void
}

/** In the build forecasts have a thread of their own, so that no request waits for them; unbundled, in tests, they share theirs. */
export function createForecastThread(): ForecastThread {
  if (import.meta.env.PROD) return startThread(new URL('./forecast-worker.js', import.meta.url))
  return { run: async (job) => runForecastJob(job), close: async () => undefined }
}

/** The thread is started with the first job. */
function startThread(file: URL): ForecastThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false

  function end(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    worker = null
  }
  function start(): Worker {
    const started = new Worker(file)
    started.on('message', ({ id, results, error }: ForecastAnswer) => {
      const job = waiting.get(id)
      waiting.delete(id)
      if (results) job?.resolve(results)
      else job?.reject(new Error(error ?? 'A forecast failed'))
    })
    started.on('error', end)
    started.on('exit', () => end(new Error('The forecast thread ended')))
    // An open thread alone shall not keep the process alive.
    started.unref()
    return started
  }
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('The forecast thread is closed'))
          return
        }
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, job } satisfies ForecastRequest)
      }),
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
