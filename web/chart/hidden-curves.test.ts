import { expect, test } from 'vitest'
import { isAlone, soloed, toggled } from './hidden-curves.ts'

const NAMES = ['a', 'b', 'c']

test('a curve is hidden and shown again', () => {
  expect(toggled([], 'a')).toEqual(['a'])
  expect(toggled(['b', 'a'], 'a')).toEqual(['b'])
})

test('a curve is left alone, and a second time all come back', () => {
  const alone = soloed(NAMES, ['b'], 'b')
  expect(alone).toEqual(['a', 'c'])
  expect(isAlone(NAMES, alone, 'b')).toBe(true)
  expect(soloed(NAMES, alone, 'b')).toEqual([])
  expect(soloed(NAMES, alone, 'a')).toEqual(['b', 'c'])
})

test('a curve is not alone while another is shown or it is hidden itself', () => {
  expect(isAlone(NAMES, ['a'], 'b')).toBe(false)
  expect(isAlone(NAMES, ['a', 'b', 'c'], 'b')).toBe(false)
})
