/* Entry of the forecast thread. */
export { runForecastJob } from './forecast-job.ts'
