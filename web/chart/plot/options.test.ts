import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { stepsFor, timeTicks } from '#web/chart/format/time-ticks.ts'

import { TICK_GAP_PX, TICK_LABEL_PX } from './options.ts'

const SPACE_PX = TICK_LABEL_PX + 20

test('labels of the time axis are at least 20 px apart, whatever is shown and however wide @§2.3-12 @§9-5', () => {
  expect(TICK_GAP_PX).toBe(20)
  const shown = fc.record({
    fromS: fc.integer({ min: 1_400_000_000, max: 2_000_000_000 }),
    spanS: fc.integer({ min: 3600, max: 10 * 365 * 86_400 }),
    widthPx: fc.integer({ min: 120, max: 3000 }),
    apartS: fc.constantFrom(900, 3600, 86_400),
  })
  fc.assert(
    fc.property(shown, ({ fromS, spanS, widthPx, apartS }) => {
      const pxPerS = widthPx / spanS
      // Like uPlot: the first step that is long enough.
      const step = stepsFor([fromS, fromS + apartS]).find(({ seconds }) => seconds * pxPerS >= SPACE_PX)
      const ticks = step === undefined ? [] : timeTicks(fromS, fromS + spanS, step, SPACE_PX / pxPerS)
      for (const [index, tick] of ticks.entries()) {
        const gapPx = (tick - (ticks[index - 1] ?? -Infinity)) * pxPerS - TICK_LABEL_PX
        expect(gapPx).toBeGreaterThanOrEqual(20 - 1e-6)
      }
    }),
  )
})
