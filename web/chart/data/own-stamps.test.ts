import { expect, test } from 'vitest'

import { findGaps, ownTimes } from './chart-data.ts'

const HOUR_S = 3600

/** The gaps of a curve with these distances, in hours, each as the position before it. */
function gapsOf(...apart: number[]): number[] {
  let timeS = 0
  const timesS = [0, ...apart.map((hours) => (timeS += hours * HOUR_S))]
  return findGaps(timesS, {}).map(([from]) => from)
}

test.each<[string, number[], number[]]>([
  ['hours, one of them missing', [1, 1, 1, 2, 1, 1], [3]],
  ['hours, the last but one missing', [1, 1, 1, 2], [3]],
  ['a value between two missing ones', [1, 1, 1, 2, 2, 1, 1, 1], [3, 4]],
  ['daylight only', [1, 1, 1, 1, 19, 1, 1, 1, 1], [4]],
  ['lone values at no step', [15, 21, 19], [0, 1, 2]],
  ['three hours, one missing', [3, 3, 3, 6, 3, 3], [3]],
])('%s: a stamp missing in the own step is a gap', (_, apart, gaps) => {
  expect(gapsOf(...apart)).toEqual(gaps)
})

test.each<[string, number[]]>([
  ['hours that go on as quarter hours', [1, 1, 1, 0.25, 0.25, 0.25]],
  ['quarter hours that go on as hours', [0.25, 0.25, 0.25, 1, 1, 1]],
  ['days over both clock changes', [24, 24, 23, 24, 25, 24]],
  ['one stamp too many', [1, 1, 0.3, 0.7, 1, 1]],
  ['two stamps', [5]],
  ['one stamp', []],
])('%s: no gap', (_, apart) => {
  expect(gapsOf(...apart)).toEqual([])
})

test('stamps of other curves are no gaps and fill none', () => {
  const quarters = Array.from({ length: 17 }, (_, quarter) => quarter * 900)
  const hourly = { ownStamps: quarters.map((timeS) => timeS % HOUR_S === 0) }
  expect(findGaps(quarters, hourly)).toEqual([])
  expect(ownTimes(quarters, hourly)).toEqual([0, 1, 2, 3, 4].map((hour) => hour * HOUR_S))
  const lacking = { ownStamps: hourly.ownStamps.with(8, false) }
  expect(findGaps(quarters, lacking)).toEqual([[4, 12]])
})
