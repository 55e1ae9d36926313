/* The thread that computes forecasts starts with this file and calls what it exports. */
export { runForecastJob } from './forecast-job.ts'
