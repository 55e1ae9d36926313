import { expect, test } from 'vitest'

import { MINUTE_MS } from '#contract/time.ts'

import { measureSteps } from './answer.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)
const steps = (minutes: number[], declared: number | null = null) =>
  measureSteps(
    minutes.map((minute) => MIDNIGHT + minute * MINUTE_MS),
    declared,
  )

test.each([
  ['quarter hours', [0, 15, 30, 45], [15, 15, 15, 15]],
  ['half hours', [0, 30, 60], [30, 30, 30]],
  ['hours', [0, 60, 120], [60, 60, 60]],
  ['hours that become quarter hours', [0, 60, 120, 135, 150], [60, 60, 15, 15, 15]],
  ['a gap between hours', [0, 60, 240, 300], [60, 60, 60, 60]],
  ['a quarter hour left out', [0, 15, 45, 60], [15, 15, 15, 15]],
  ['a single stamp', [60], [null]],
  ['stamps far apart', [0, 600], [null, null]],
  ['stamps at odd distances', [0, 7, 14], [null, null, null]],
  ['hours beside the hour', [20, 80, 140], [null, null, null]],
])('%s', (_title, minutes, expected) => {
  expect(steps(minutes)).toEqual(expected)
})

test('a single stamp has the declared step, if that is a valid one', () => {
  expect(steps([60], 15)).toEqual([15])
  expect(steps([60], 10)).toEqual([null])
})
