import { expect, test } from 'vitest'

import { type ChartData, isAlone, isBandShown, soloed, toggled } from './chart-data.ts'

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
  const curve = (name: string, colourIndex: number) => ({
    name,
    colourIndex,
    style: 'solid' as const,
    values: [1],
  })
  const data: ChartData = {
    timesS: [0],
    curves: [curve('a', 0), curve('b', 0), curve('c', 1)],
    band: { name: 'limits', limits: ['low', 'high'], colourIndex: 0, low: [0], high: [2] },
  }
  expect(isBandShown(data, ['a', 'c'])).toBe(true)
  expect(isBandShown(data, ['a', 'b'])).toBe(false)
  expect(isBandShown({ ...data, curves: [curve('c', 1)] }, ['c'])).toBe(true)
})
