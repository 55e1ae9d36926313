import { expect, test } from 'vitest'

import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8271.85, 8410.86, 10863.43, 12196.17],
    solar: [0, 0, 3987.37, 2803.25],
    wind: [445.02, 546.94, 779.38, 932.34],
    p10: [7561.06, 7661.83, 5677.25, 8024.04],
  },
  complete: {
    load: [8183.18, 8330.8, 10765.95, 12148.96, 9683.18],
    solar: [0, 0, 4447.13, 3045.93, 0],
    wind: [558.74, 662.53, 793.4, 749.86, 758.44],
    p10: [7378.57, 7490.6, 5351.28, 8072.8, 8678.87],
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
