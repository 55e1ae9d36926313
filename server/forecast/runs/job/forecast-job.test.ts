import { expect, test } from 'vitest'

import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8262.92, 8397.62, 10881.48, 12198.32],
    solar: [0, 0, 3954.15, 2828.05],
    wind: [444.59, 546.79, 779.04, 932.13],
    p10: [7553.09, 7648.56, 5735.14, 8000.17],
  },
  complete: {
    load: [8198.01, 8333.68, 10798.05, 12157.56, 9698.01],
    solar: [0, 0, 4444.07, 3048.92, 0],
    wind: [555.77, 662.18, 786.63, 742.2, 755.47],
    p10: [7396.45, 7494.78, 5388.99, 8090.42, 8696.76],
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
