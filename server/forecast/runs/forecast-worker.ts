import { parentPort } from 'node:worker_threads'

import { runForecastJob, type ForecastJob, type ForecastResult } from './forecast-job.ts'

/** A job, numbered by whoever asks. */
export interface ForecastRequest {
  id: number
  job: ForecastJob
}

export interface ForecastAnswer {
  id: number
  results?: ForecastResult[]
  /** What went wrong, for the log. */
  error?: string
}

function answer({ id, job }: ForecastRequest): ForecastAnswer {
  try {
    return { id, results: runForecastJob(job) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (request: ForecastRequest) => parentPort?.postMessage(answer(request)))
