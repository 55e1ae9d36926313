import { expect, test } from 'vitest'

import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8249.83, 8384.3, 10868.47, 12197.35],
    solar: [0, 0, 3961.59, 2827.07],
    wind: [462.67, 577.39, 780.01, 899.32],
    p10: [7485.29, 7435.73, 5449.4, 7368.35],
  },
  complete: {
    load: [8186.01, 8319.37, 10790.12, 12158.29, 9686.01],
    solar: [0, 0, 4443.62, 3048.75, 0],
    wind: [554.95, 661.81, 786.19, 742.27, 754.65],
    p10: [7387.86, 7451.69, 5354.82, 8106.99, 8688.16],
  },
}

function jobOf(kind: RunKind, warmUpDays = 40): ForecastJob {
  return {
    history: inventHistory({ from: '2024-09-01', to: '2025-06-10', hasWeather: true }),
    place: TEST_PLACE,
    informationTime: { knownHours: KNOWN_HOURS[kind], unpublished: UNPUBLISHED[kind] },
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
