import { expect, test } from 'vitest'

import { commonZero, sparkline } from './day-sparkline.tsx'

const SIZE = { widthPx: 40, heightPx: 14 }

test('begins at zero, leaves a gap for a missing value, and marks the lowest', () => {
  expect(sparkline([4, 10, null, 5, 10], 0, SIZE)).toEqual({
    curve: 'M0 8L10 2M30 7L40 2',
    zeroY: 12,
    lowest: { x: 0, y: 8 },
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
    const { curve, zeroY } = sparkline(day, zero, SIZE)
    expect(zeroY).toBeCloseTo(2.9)
    for (const [, y] of curve.matchAll(/ ([\d.]+)/g)) {
      expect(Number(y)).toBeGreaterThanOrEqual(2)
      expect(Number(y)).toBeLessThanOrEqual(12)
    }
  }
  expect(commonZero([[3, 4], [null]])).toBe(0)
})

test('is empty without values and flat with nothing but zero', () => {
  expect(sparkline([null, null], 0, SIZE)).toEqual({ curve: '', zeroY: 12, lowest: null })
  expect(sparkline([0, 0], 0, SIZE).curve).toBe('M0 12L40 12')
})
