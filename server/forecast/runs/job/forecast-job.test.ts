import { expect, test } from 'vitest'

import { KNOWN_HOURS, type RunKind, UNPUBLISHED } from '#server/forecast/runs/run-kind.ts'
import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { runForecastJob, type ForecastJob } from './forecast-job.ts'

/** Every sixth hour in MW, as the method of docs/forecast.md gives it: other code for the same method gives the same figures. */
const RECORDED = {
  early: {
    load: [8262.92, 8397.62, 10881.48, 12198.32],
    solar: [0, 0, 3954.24, 2827.54],
    wind: [444.63, 546.82, 778.96, 932.15],
    p10: [7553.06, 7648.14, 5733.47, 8003.44],
  },
  complete: {
    load: [8197.49, 8333.06, 10798.11, 12157.27, 9697.49],
    solar: [0, 0, 4444, 3048.94, 0],
    wind: [555.88, 662.24, 786.6, 742.1, 755.58],
    p10: [7395.67, 7493.93, 5388.79, 8090, 8695.97],
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
