import { expect, test } from 'vitest'

import { residualBlock, residualLoad } from './residual-load.ts'
import type { Block, StepMinutes } from './series.ts'

test('Residual load is load less solar less wind, and missing where any of them is', () => {
  const parts = {
    load: [100, 100, null, 100, 100, 0],
    solar: Float64Array.from([20, 0, 20, NaN, 20, 0]),
    wind: [90, 0, 30, 30, null],
  }
  expect([...residualLoad(parts)]).toEqual([-10, 100, NaN, NaN, NaN, NaN])
})

test('Residual load of blocks has the finest of their steps', () => {
  const block = (stepMinutes: StepMinutes, powerMw: readonly number[]): Block => ({
    startsAtUtc: 0,
    stepMinutes,
    powerMw: Float64Array.from(powerMw),
  })
  const residual = residualBlock({
    load: block(60, [100, 200]),
    solar: block(30, [1, 2, 3, NaN]),
    wind: block(60, [10, 20]),
  })
  expect(residual).toEqual(block(30, [89, 88, 177, NaN]))
})
