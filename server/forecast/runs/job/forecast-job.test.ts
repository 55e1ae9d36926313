import { expect, test } from 'vitest'

import { MARKET_ZONE } from '#contract/wall-time.ts'
import { KNOWN_HOURS, type RunKind } from '#server/forecast/runs/run-kind.ts'
import { inventHistory } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8271.51, 8410.67, 10863.52, 12195.71, 9771.51],
    solar: [0, 0, 3875.57, 2705.59, 0],
    wind: [444.52, 546.61, 779.69, 932.24, 444.52],
    p10: [7558.58, 7669.56, 5686.38, 8129.92, 9058.58],
  },
  complete: {
    load: [8184.01, 8331.98, 10764.41, 12148.48, 9684.01],
    solar: [0, 0, 4457.88, 3059.4, 0],
    wind: [594.04, 676.78, 801.4, 752.89, 793.73],
    p10: [7343.52, 7472.54, 5339.75, 8056.18, 8643.82],
  },
}

function jobOf(kind: RunKind, warmUpDays = 40): ForecastJob {
  return {
    history: inventHistory({ from: '2024-09-01', to: '2025-06-10', hasWeather: true }),
    zone: MARKET_ZONE,
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
