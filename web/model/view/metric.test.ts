import { describe, expect, test } from 'vitest'

import { formatDifferenceMw, formatMw } from '#contract/words/power.ts'

import { METRICS, metricValue, metricWords } from './metric.ts'

const ENTRY = { TSO: 900, Instance_Today: 1200, Instance_Tomorrow: 1050, Final_Value: 1000.5 }

describe('metricValue', () => {
  test('subtracts the operand named in the legend', () => {
    const entry = { ...ENTRY, previous: 1100, peakMw: 2001 }
    expect(METRICS.map((metric) => metricValue(metric, entry))).toEqual([
      1000.5, -199.5, 100.5, -99.5, -99.5, 0.5,
    ])
  })

  test('is missing if an operand is missing, and zero is a value', () => {
    expect(metricValue('final', { ...ENTRY, Final_Value: 0 })).toBe(0)
    expect(metricValue('against-tso', { ...ENTRY, TSO: null })).toBeNull()
    expect(metricValue('against-today', { ...ENTRY, Instance_Today: null })).toBeNull()
    expect(metricValue('against-today', { ...ENTRY, Instance_Today: 0 })).toBe(1000.5)
    expect(metricValue('final', { ...ENTRY, Final_Value: null })).toBeNull()
    expect(metricValue('against-previous', ENTRY)).toBeNull()
    expect(metricValue('share-of-peak', { ...ENTRY, peakMw: null })).toBeNull()
    expect(metricValue('share-of-peak', { ...ENTRY, Final_Value: 0, peakMw: 2000 })).toBe(0)
  })
})

describe('numbers on the page', () => {
  test('have the sign and the unit of their metric', () => {
    expect(metricWords('final', 41_230.4, false)).toBe('41,230')
    expect(metricWords('final', 41_230.4, true)).toBe('41,230 MW')
    expect(metricWords('against-previous', 200, true)).toBe('+200 MW')
    expect(metricWords('share-of-peak', 0.626, true)).toBe('63%')
    expect(metricWords('share-of-peak', -0.004, true)).toBe('0%')
    expect(metricWords('share-of-peak', null, true)).toBe('no value')
  })

  test('are integers with thousands separators, a sign where they are differences, and never a negative zero', () => {
    expect([41_230.4, 0, -0.3, -1234.6, null].map(formatMw)).toEqual(['41,230', '0', '0', '−1,235', '–'])
    expect([1234, -5, 0, -0.3, null].map(formatDifferenceMw)).toEqual(['+1,234', '−5', '0', '0', '–'])
  })
})
