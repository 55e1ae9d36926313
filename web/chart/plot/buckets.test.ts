import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bucketLabel, bucketLength, bucketValues } from './buckets.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const START_S = Date.parse('2025-11-20T00:00:00+01:00') / 1000

test('a bucket is a stretch that people count in, and at least two pixels wide', () => {
  expect(bucketLabel(bucketLength(365 * DAY_S, 900))).toBe('Daily mean and range')
  expect(bucketLabel(bucketLength(90 * DAY_S, 900))).toBe('6-hour mean and range')
  expect(bucketLabel(bucketLength(365 * DAY_S, 330))).toBe('Weekly mean and range')
  expect(bucketLabel(bucketLength(10 * 365 * DAY_S, 900))).toBe('4-week mean and range')
  expect(bucketLabel(bucketLength(100 * 365 * DAY_S, 300))).toBe('4-week mean and range')
})

test('a bucket has the mean, the lowest and the highest value of its local day', () => {
  const timesS = Array.from({ length: 48 }, (_, hour) => START_S + hour * HOUR_S)
  const values = timesS.map((_, hour) => (hour < 24 ? hour : null))
  values[30] = 7
  expect(bucketValues(timesS, values, [0, 47], DAY_S)).toEqual([
    { timeS: START_S + DAY_S / 2, mean: 11.5, low: 0, high: 23, count: 24, isJoined: false },
    { timeS: START_S + 1.5 * DAY_S, mean: 7, low: 7, high: 7, count: 1, isJoined: true },
  ])
})

test('a stretch without values parts the line, and stamps of other curves do not', () => {
  const timesS = [0, 1, 2, 3, 4].map((day) => START_S + day * DAY_S)
  const values = [1, undefined, 2, undefined, null]
  const last = [START_S + 6 * DAY_S, START_S + 7 * DAY_S]
  const buckets = bucketValues([...timesS, ...last], [...values, 3, 4], [0, 6], DAY_S)
  expect(buckets.map(({ mean, isJoined }) => [mean, isJoined])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ])
})

test('every value lies between the lowest and the highest of its bucket, and no value is lost', () => {
  const someValues = fc
    .array(fc.option(fc.integer({ min: -1000, max: 1000 })), { maxLength: 200 })
    .filter((values) => values.some((value) => value !== null))
  fc.assert(
    fc.property(someValues, (values) => {
      const timesS = values.map((_, hour) => START_S + hour * HOUR_S)
      const buckets = bucketValues(timesS, values, [0, values.length - 1], DAY_S)
      const present = values.filter((one) => one !== null)
      expect(Math.min(...buckets.map(({ low }) => low))).toBe(Math.min(...present))
      expect(Math.max(...buckets.map(({ high }) => high))).toBe(Math.max(...present))
      for (const { low, mean, high } of buckets) expect(mean >= low && mean <= high).toBe(true)
    }),
  )
})
