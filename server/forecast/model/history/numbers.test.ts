import { expect, test } from 'vitest'

import { createNumbers, reuseNumbers } from './numbers.ts'

test('work after work gets the same arrays, filled again', () => {
  const first = reuseNumbers(() => [createNumbers(3, 0), createNumbers(3, NaN), createNumbers(5, 1)])
  first[0]?.fill(7)
  const second = reuseNumbers(() => [createNumbers(3, 1), createNumbers(5, 0), createNumbers(3, NaN)])
  expect(new Set(second)).toEqual(new Set(first))
  expect(second.map((numbers) => [...numbers])).toEqual([
    [1, 1, 1],
    [0, 0, 0, 0, 0],
    [NaN, NaN, NaN],
  ])
})

test('no array serves twice at a time, and none outside of such work', () => {
  reuseNumbers(() => createNumbers(4, 0))
  const inside = reuseNumbers(() => [createNumbers(4, 0), createNumbers(4, 0)])
  const outside = [createNumbers(4, 0), createNumbers(4, 0)]
  expect(new Set([...inside, ...outside]).size).toBe(4)
})

test('a failure leaves arrays for the next work', () => {
  const failed: Float64Array[] = []
  const fail = () => {
    failed.push(createNumbers(6, 0))
    throw new Error('no forecast')
  }
  expect(() => reuseNumbers(fail)).toThrow('no forecast')
  expect(reuseNumbers(() => createNumbers(6, 0))).toBe(failed[0])
})
