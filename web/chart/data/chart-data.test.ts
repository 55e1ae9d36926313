import { expect, test } from 'vitest'

import { bandOf, curveOf } from '#web/testing/curves.ts'

import { type ChartData, findGaps, isAlone, shownBands, ownTimes, soloed, toggled } from './chart-data.ts'

const NAMES = ['a', 'b', 'c']

test('a curve is hidden and shown again', () => {
  expect(toggled([], 'a')).toEqual(['a'])
  expect(toggled(['b', 'a'], 'a')).toEqual(['b'])
})

test('a curve is shown alone, and the second time all come back', () => {
  const alone = soloed(NAMES, ['b'], 'b')
  expect(alone).toEqual(['a', 'c'])
  expect(isAlone(NAMES, alone, 'b')).toBe(true)
  expect(soloed(NAMES, alone, 'b')).toEqual([])
  expect(soloed(NAMES, alone, 'a')).toEqual(['b', 'c'])
})

test('a curve is not alone if another is shown or it is hidden itself', () => {
  expect(isAlone(NAMES, ['a'], 'b')).toBe(false)
  expect(isAlone(NAMES, ['a', 'b', 'c'], 'b')).toBe(false)
})

test('a band is shown as long as a curve of its colour is', () => {
  const curve = (name: string, colourIndex: number) => curveOf(name, [1], { colourIndex })
  const data: ChartData = {
    timesS: [0],
    curves: [curve('a', 0), curve('b', 0), curve('c', 1)],
    bands: [0, 1].map((colourIndex) => bandOf([0], [2], { name: `limits ${colourIndex}`, colourIndex })),
  }
  const namesOf = (of: ChartData, hidden: string[]) => shownBands(of, hidden).map(({ name }) => name)
  expect(namesOf(data, ['a', 'c'])).toEqual(['limits 0'])
  expect(namesOf(data, ['a', 'b'])).toEqual(['limits 1'])
  expect(namesOf({ ...data, curves: [curve('c', 1)] }, ['c'])).toEqual(['limits 0'])
})

const HOUR_S = 3600

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
  ['lone values beside hours', [1, 1, 1, 15, 21, 19], [3, 4, 5]],
  ['three hours, one missing', [3, 3, 3, 6, 3, 3], [3]],
])('%s: a stamp missing in the own step is a gap', (_, apart, gaps) => {
  expect(gapsOf(...apart)).toEqual(gaps)
})

test.each<[string, number[]]>([
  ['hours that go on as quarter hours', [1, 1, 1, 0.25, 0.25, 0.25]],
  ['quarter hours that go on as hours', [0.25, 0.25, 0.25, 1, 1, 1]],
  ['days over both clock changes', [24, 24, 23, 24, 25, 24]],
  ['one stamp too many', [1, 1, 0.3, 0.7, 1, 1]],
  ['days 1, 2 and 4, whose distances never repeat', [24, 48]],
  ['events', [15, 21, 19]],
  ['events of which the first and the last two are equally far apart', [2, 3, 4, 5, 6, 7, 8, 9, 2]],
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
