import { expect, test } from 'vitest'

import { commonZero, sparkline } from './day-sparkline.tsx'

test('begins at zero, leaves a gap for a missing value, and marks the lowest', () => {
  expect(sparkline([4, 10, null, 5, 10], 0)).toEqual({
    curve: 'M0 -4L1 -10M3 -5L4 -10',
    lowest: 'M0 -4h0',
    top: 10,
    height: 10,
  })
})

test('zero is at one height in all days, and no value leaves the picture', () => {
  const days = [
    [-5, 5],
    [0, 100],
    [-10, 1],
  ]
  const zero = commonZero(days)
  expect(zero).toBeCloseTo(10 / 11)
  for (const day of days) {
    const { top, height } = sparkline(day, zero)
    expect(1 - top / height).toBeCloseTo(zero)
    expect(Math.max(...day)).toBeLessThanOrEqual(top + 1e-9)
    expect(Math.min(...day)).toBeGreaterThanOrEqual(top - height - 1e-9)
  }
  expect(commonZero([[3, 4], [null]])).toBe(0)
  expect(
    sparkline(
      [3, 4],
      commonZero([
        [3, 4],
        [-2, -1],
      ]),
    ).height,
  ).toBeLessThan(Infinity)
})

test('is empty without values and flat with nothing but zero', () => {
  expect(sparkline([null, null], 0)).toEqual({ curve: '', lowest: '', top: 1, height: 1 })
  expect(sparkline([0, 0], 0).curve).toBe('M0 0L1 0')
})
