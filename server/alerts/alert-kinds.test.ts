import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'

import { findCrossing, limitToEnd, spanOf } from './alert-kinds.ts'

const NOW = Date.parse('2026-11-20T12:30Z')
const at = (hour: number) => Date.parse('2026-11-20T13:00Z') + hour * HOUR_MS

test('looks at the next whole hours, for errors at the last ones, or at the market’s tomorrow of up to 25 hours', () => {
  expect(spanOf({ measure: 'residual', hours: 24 }, NOW)).toEqual({ fromUtc: at(0), toUtc: at(24) })
  expect(spanOf({ measure: 'residual', hours: 'tomorrow' }, Date.parse('2026-10-23T23:30Z'))).toMatchObject({
    fromUtc: Date.parse('2026-10-24T22:00Z'),
    toUtc: Date.parse('2026-10-25T23:00Z'),
  })
  expect(spanOf({ measure: 'error', hours: 2 }, NOW)).toEqual({ fromUtc: at(-3), toUtc: at(-1) })
})

test('finds the first hour beyond, and the furthest', () => {
  const values = [10, NaN, 30, 50, 40, 20]
  expect(findCrossing({ side: 'above', thresholdMw: 20 }, at(0), values)).toEqual({
    first: { utc: at(2), mw: 30 },
    furthest: { utc: at(3), mw: 50 },
    hours: 3,
  })
  expect(findCrossing({ side: 'below', thresholdMw: 20 }, at(0), values)).toMatchObject({
    first: { utc: at(0) },
    furthest: { mw: 10 },
    hours: 1,
  })
})

test('a value on the threshold is not beyond, zero is a value, and missing values say nothing', () => {
  expect(findCrossing({ side: 'above', thresholdMw: 50 }, at(0), [50, NaN])).toBeNull()
  expect(findCrossing({ side: 'below', thresholdMw: 1 }, at(0), [NaN, 0])).toMatchObject({ first: { mw: 0 } })
  expect(findCrossing({ side: 'below', thresholdMw: 1 }, at(0), [NaN, NaN])).toBeUndefined()
})

test('the end of a crossing is a tenth further back, also for thresholds at or below zero', () => {
  const ends = [100, 0, -100].map((thresholdMw) => [
    limitToEnd({ side: 'above', thresholdMw }).thresholdMw,
    limitToEnd({ side: 'below', thresholdMw }).thresholdMw,
  ])
  expect(ends).toEqual([
    [90, 110],
    [0, 0],
    [-110, -90],
  ])
})
