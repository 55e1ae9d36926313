import { expect, test } from 'vitest'

import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { inventHistory } from '#server/testing/market-history.ts'
import { TEST_PLACE } from '#server/testing/prepared-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8271.85, 8410.86, 10863.43, 12196.17],
    solar: [0, 0, 3875.57, 2705.59],
    wind: [444.52, 546.6, 779.68, 932.25],
    p10: [7559.81, 7671.07, 5686.64, 8130.56],
  },
  complete: {
    load: [8184.26, 8332.33, 10764.9, 12148.94, 9684.26],
    solar: [0, 0, 4457.88, 3059.4, 0],
    wind: [550.29, 661.36, 795.81, 751.16, 749.98],
    p10: [7388.42, 7488.7, 5345.78, 8055.73, 8688.73],
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
