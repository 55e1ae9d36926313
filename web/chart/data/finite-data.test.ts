import { expect, test } from 'vitest'

import { finiteData } from './finite-data.ts'

const curve = (values: readonly (number | null)[]) => ({
  name: 'x',
  style: 'solid' as const,
  colourIndex: 0,
  values,
})

test('values that cannot be drawn count as missing; a clean curve is not copied', () => {
  const clean = curve([0, null, -5])
  const { curves } = finiteData({ timesS: [1, 2, 3], curves: [clean, curve([1, Number.NaN, Infinity])] })
  expect(curves[0]).toBe(clean)
  expect(curves[1]?.values).toEqual([1, null, null])
})

test('the limits of a band are cleaned too', () => {
  const { band } = finiteData({
    timesS: [1],
    curves: [],
    band: { name: 'limits', limits: ['low', 'high'], colourIndex: 0, low: [-Infinity], high: [2] },
  })
  expect(band).toMatchObject({ name: 'limits', colourIndex: 0, low: [null], high: [2] })
})
