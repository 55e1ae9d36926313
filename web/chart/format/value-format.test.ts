import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  decimalsOf,
  formatAxisValues,
  formatExact,
  formatFigure,
  formatSigned,
  formatValue,
} from './value-format.ts'

test('a value has exactly two decimals; zero is a value, missing is a dash', () => {
  expect(formatValue(41_234.5)).toBe('41,234.50')
  expect(formatValue(-0.126)).toBe('−0.13')
  expect(formatValue(0)).toBe('0.00')
  expect(formatValue(null)).toBe('–')
})

test('the values of a column have as many decimals as the finest of them, and at most three', () => {
  const column = (...values: (number | null)[]) =>
    values.map((value) => formatExact(value, decimalsOf(values)))
  expect(column(41_234, -7, null)).toEqual(['41,234', '−7', '–'])
  expect(column(41_234, 7.25)).toEqual(['41,234.00', '7.25'])
  expect(column(41_234.56 - 41_234.5)).toEqual(['0.06'])
  expect(column(0.1234567)).toEqual(['0.123'])
  fc.assert(
    fc.property(fc.integer({ min: -2e8, max: 2e8 }), (kilowatts) => {
      const [text = ''] = column(kilowatts / 1000)
      expect(Number(text.replaceAll(',', '').replace('−', '-'))).toBe(kilowatts / 1000)
    }),
  )
})

test('figures of one legend share their decimals', () => {
  expect([12_345.678, 2.34567].map((value) => formatFigure(value, 12_345.678))).toEqual(['12,346', '2'])
  expect(formatFigure(2.34567, 250)).toBe('2.3')
  expect(formatFigure(2.34567, 99)).toBe('2.35')
  expect(formatFigure(null, 99)).toBe('–')
})

test('a difference has its sign, zero has none', () => {
  const signed = [412.4, -38.2, 0, -0.2, 0.2].map((value) => formatSigned(value, 5000))
  expect(signed.join(' ')).toBe('+412 −38 0 0 0')
})

test('axis labels have as many decimals as their distance needs', () => {
  expect(formatAxisValues([0, 20_000, 40_000])).toEqual(['0', '20,000', '40,000'])
  expect(formatAxisValues([47.5, 50, 52.5])).toEqual(['47.5', '50.0', '52.5'])
  expect(formatAxisValues([-1000, 0, 1000])).toEqual(['−1,000', '0', '1,000'])
  expect(formatAxisValues([0.25, 0.5])).toEqual(['0.25', '0.50'])
  expect(formatAxisValues([5])).toEqual(['5'])
})
