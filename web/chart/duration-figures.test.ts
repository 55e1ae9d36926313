import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { createDurationData, durationLegend } from './duration-figures.tsx'

function chart(...curves: (number | null)[][]): ChartData {
  return {
    timesS: (curves[0] ?? []).map((_, index) => index * 3600),
    curves: curves.map((values, index) => ({
      name: `Curve ${index}`,
      style: 'solid',
      colourIndex: index,
      values,
    })),
  }
}

test('values fall from the highest to the lowest, missing ones are not counted', () => {
  const { timesS, curves, ranks } = createDurationData(
    chart([3, null, 10, -2], [5, null, null, null]),
    'hours',
  )
  expect(ranks).toBe('hours')
  expect(timesS).toEqual([1, 2, 3])
  expect(curves.map(({ values }) => values)).toEqual([
    [10, 3, -2],
    [5, null, null],
  ])
})

test('at every rank stands a value that exactly so many stamps reach', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (values) => {
      const { timesS, curves } = createDurationData(chart(values), 'hours')
      for (const [index, rank] of timesS.entries()) {
        const limit = curves[0]?.values[index] ?? Number.NaN
        expect(values.filter((value) => value >= limit)).toHaveLength(rank)
      }
    }),
  )
})

test('the legend names what 10, 50 and 90 percent of the time reach, and the time below zero', () => {
  const values = Array.from({ length: 100 }, (_, index) => index - 4)
  const { columns, rows } = durationLegend(
    createDurationData(
      chart(values, [...values.slice(50), ...Array.from({ length: 50 }, () => null)]),
      'hours',
    ),
  )
  expect(columns.map(({ head }) => head)).toEqual(['Max', '10%', '50%', '90%', 'Min', 'Below 0'])
  expect(rows.map(({ figures }) => figures)).toEqual([
    ['95.00', '86.00', '46.00', '6.00', '−4.00', '4'],
    ['95.00', '91.00', '71.00', '51.00', '46.00', '0'],
  ])
  expect(durationLegend(createDurationData(chart([1, 2]), 'days')).columns).toHaveLength(5)
})
