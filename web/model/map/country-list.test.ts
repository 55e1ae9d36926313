import { expect, test } from 'vitest'

import { sparkline } from './country-list.tsx'

test('the curve of a day begins at zero, leaves a gap for a missing value, and marks the lowest', () => {
  expect(sparkline([4, 10, null, 5, 10])).toEqual({
    curve: 'M0 -4L1 -10M3 -5L4 -10',
    lowest: 'M0 -4h0',
    top: 10,
    height: 10,
  })
})

test('the curve of each day has its own span with zero in it, so that no other day flattens it', () => {
  expect(sparkline([-5, 15])).toMatchObject({ top: 15, height: 20 })
  expect(sparkline([-20, -30])).toMatchObject({ top: 0, height: 30 })
})

test('the curve of a day is empty without values and flat with nothing but zero', () => {
  expect(sparkline([null, null])).toEqual({ curve: '', lowest: '', top: 0, height: 1 })
  expect(sparkline([0, 0]).curve).toBe('M0 0L1 0')
})
