import { expect, test } from 'vitest'

import { residualLoad } from './residual-load.ts'

test('Residual load is load less solar less wind, and missing where any of them is', () => {
  const parts = {
    load: [100, 100, null, 100, 100, 0],
    solar: Float64Array.from([20, 0, 20, NaN, 20, 0]),
    wind: [90, 0, 30, 30, null],
  }
  expect([...residualLoad(parts)]).toEqual([-10, 100, NaN, NaN, NaN, NaN])
})
