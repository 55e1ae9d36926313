import { expect, test } from 'vitest'

import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { KNOWN_HOURS, type RunKind } from '#server/forecast/runs/run-kind.ts'
import { inventHistory } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the version of 21 November 2026 forecast the same day, before its computation was made quicker. */
const RECORDED = {
  early: {
    load: [8254.46, 8402.06, 10850.03, 12206.52, 9754.46],
    solar: [0, 0, 3875.57, 2705.59, 0],
    wind: [447.07, 553.46, 777.95, 923.19, 447.07],
    p10: [7549.31, 7666.89, 5666.67, 8154.41, 9049.31],
  },
  complete: {
    load: [8181.94, 8338.63, 10765.05, 12158, 9681.94],
    solar: [0, 0, 4457.88, 3059.4, 0],
    wind: [592.64, 675.82, 800.77, 752.22, 792.34],
    p10: [7347.17, 7481.33, 5345.44, 8074.29, 8647.47],
  },
}

function jobOf(kind: RunKind, warmUpDays = 40): ForecastJob {
  return {
    history: inventHistory({ from: '2024-09-01', to: '2025-06-10', hasWeather: true }),
    zone: DEFAULT_TIME_ZONE,
    latitude: 50,
    longitude: 10,
    knownHours: KNOWN_HOURS[kind],
    hasTsoWindAndSolar: kind === 'complete',
    lateTso: null,
    kept: [],
    warmUpDays,
    days: ['2025-06-09'],
  }
}

test.each(['early', 'complete'] as const)('the %s run with weather gives the recorded figures', (kind) => {
  const [result] = runForecastJob(jobOf(kind))
  const everySixth = (values: readonly (number | null)[] = []) => values.filter((_, hour) => hour % 6 === 0)
  const { final, p10 } = result?.hours ?? {}
  expect({
    load: everySixth(final?.load),
    solar: everySixth(final?.solar),
    wind: everySixth(final?.wind),
    p10: everySixth(p10),
  }).toEqual(RECORDED[kind])
})

test('a job says the same whatever was forecast before it, in whose memory it works', () => {
  const job = jobOf('complete', 0)
  const alone = runForecastJob(job)
  runForecastJob(jobOf('early', 0))
  expect(runForecastJob(job)).toEqual(alone)
  const revised = jobOf('complete', 0)
  revised.history.quantities.load.actual.fill(9000, 200, 2000)
  revised.history.weather?.windSpeedMs.fill(NaN, 0, 3000)
  expect(runForecastJob(revised)).not.toEqual(alone)
  expect(runForecastJob({ ...job, history: { ...job.history, weather: null } })).not.toEqual(alone)
  expect(runForecastJob(job)).toEqual(alone)
})
