import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { curveStatistics } from './time-window.ts'

const TIMES = [10, 20, 30, 40, 50]

test('only values inside the window count, both ends included', () => {
  expect(curveStatistics(TIMES, [100, 1, 2, 3, 100], { fromS: 20, toS: 40 })).toMatchObject({
    min: 1,
    mean: 2,
    max: 3,
    last: 3,
  })
  expect(curveStatistics(TIMES, [1, null, null, null, 1], { fromS: 20, toS: 40 })).toBeNull()
})

test('a curve without values has no statistics', () => {
  expect(curveStatistics(TIMES, [null, null, null, null, null], null)).toBeNull()
  expect(curveStatistics([], [], null)).toBeNull()
})

test('agrees with sorting and summing', () => {
  const someValues = fc
    .array(fc.option(fc.integer({ min: -1000, max: 1000 })))
    .filter((values) => values.some((value) => value !== null))
  fc.assert(
    fc.property(someValues, (values) => {
      const present = values.filter((value) => value !== null)
      const times = values.map((_, index) => index)
      const statistics = curveStatistics(times, values, null)
      expect(statistics).toMatchObject({
        min: Math.min(...present),
        max: Math.max(...present),
        last: present.at(-1),
        lastTimeS: values.findLastIndex((value) => value !== null),
        minTimeS: values.indexOf(Math.min(...present)),
        maxTimeS: values.indexOf(Math.max(...present)),
      })
      expect(statistics?.mean).toBeCloseTo(present.reduce((sum, value) => sum + value, 0) / present.length, 9)
    }),
  )
})
