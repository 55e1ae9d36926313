import { expect, test } from 'vitest'

import { readThreshold } from './alert-words.ts'

test.each([
  ['45000', [45_000]],
  [' 45,000 ', [45_000]],
  ['45 000', [45_000]],
  ['45 000', [45_000]],
  ["45'000", [45_000]],
  ['1’234’567.5', [1_234_567.5]],
  ['1.234.567', [1_234_567]],
  ['45.000,5', [45_000.5]],
  ['45,000.5', [45_000.5]],
  ['45,5', [45.5]],
  ['0.500', [0.5]],
  ['−500', [-500]],
  ['-1,200', [-1200]],
  ['0', [0]],
])('%s is understood', (text, values) => {
  expect(readThreshold(text)).toEqual(values)
})

test('45.000 can be a large number or a small one', () => {
  expect(readThreshold('45.000')).toEqual([45_000, 45])
  expect(readThreshold('-1.200')).toEqual([-1200, -1.2])
})

test.each(['', ' ', 'many', '45 GW', '1e5', '4,5,6', '1.2,3,4', '--5', "4'5"])(
  '%j is not a number',
  (text) => {
    expect(readThreshold(text)).toEqual([])
  },
)
