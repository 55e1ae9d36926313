/* Entry of the thread that computes forecasts, which calls the export. */
export { runForecastJob } from './forecast-job.ts'
