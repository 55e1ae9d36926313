import { expect, test } from 'vitest'

import { depthOf, valueScale } from './value-scale.ts'

const entry = (final: number | null) => ({
  TSO: 0,
  Instance_Today: null,
  Instance_Tomorrow: null,
  Final_Value: final,
})

test('the scale ends at the largest value of the day, whatever its sign, rounded up to two digits', () => {
  const answer = { de: { '00:00': entry(51_234), '01:00': entry(-64_450) }, si: { '00:00': entry(null) } }
  expect(valueScale(answer, 'final')).toBe(65_000)
  expect(valueScale({ si: { '00:00': entry(7) } }, 'final')).toBe(7)
})

test('a day without values has a scale too', () => {
  expect(valueScale(undefined, 'final')).toBe(1)
  expect(valueScale({ si: { '00:00': entry(0) } }, 'final')).toBe(1)
})

test('the larger a value, the deeper its colour, whatever its sign', () => {
  expect([0, 100, -2500, 3600, 10_000, -64_000, null].map((value) => depthOf(value, 65_000))).toEqual([
    0, 0, 0, 1, 1, 4, 0,
  ])
})
