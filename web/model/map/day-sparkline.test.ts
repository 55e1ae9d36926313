import { expect, test } from 'vitest'

import { sparklinePath } from './day-sparkline.tsx'

test('scales the values to the height and leaves a gap for a missing one', () => {
  expect(sparklinePath([0, 10, null, 5, 10], 40, 14)).toEqual({ curve: 'M0 12L10 2M30 7L40 2', zeroY: null })
})

test('marks zero only between positive and negative values', () => {
  expect(sparklinePath([-5, 5], 10, 14).zeroY).toBe(7)
  expect(sparklinePath([0, 5], 10, 14).zeroY).toBeNull()
})

test('is empty without values and flat with a constant one', () => {
  expect(sparklinePath([null, null], 10, 14)).toEqual({ curve: '', zeroY: null })
  expect(sparklinePath([3, 3], 10, 14).curve).toBe('M0 12L10 12')
})
