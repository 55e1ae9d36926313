import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { createDurationData, durationLegend, limitingCurves } from './duration-figures.tsx'

function chart(...curves: (number | null)[][]): ChartData {
  return {
    timesS: (curves[0] ?? []).map((_, index) => index * 3600),
    curves: curves.map((values, at) => ({ name: `Curve ${at}`, style: 'solid', colourIndex: at, values })),
  }
}

test('values fall from the highest to the lowest, over the hours that every shown curve has', () => {
  const data = chart([3, null, 10, -2], [5, 6, 7, null], [null, null, null, null])
  const sorted = createDurationData(data, 'hours')
  expect(sorted).toMatchObject({ ranks: 'hours', timesS: [1, 2] })
  expect(sorted.curves.map(({ values }) => values)).toEqual([
    [10, 3],
    [7, 5],
    [null, null],
  ])
  expect(durationLegend(sorted).rows.map(({ figures }) => figures.at(-1))).toEqual(['2', '2', '0'])
  expect(durationLegend(sorted).note).toContain('over the hours that all shown curves have')
  const alone = createDurationData(data, 'hours', ['Curve 1'])
  expect(alone.timesS).toEqual([1, 2, 3])
  expect(alone.curves.map(({ values }) => values[0])).toEqual([10, 7, null])
})

test('the curve that keeps most values of the others out is named, with what there is without it', () => {
  const data = chart([3, 4, 10, -2], [5, 6, 7, null], [null, 1, null, null], [null, null, null, null])
  expect(limitingCurves(data, [])).toEqual({ names: ['Curve 2'], common: 1, withoutThem: 3, most: 4 })
  expect(limitingCurves(data, ['Curve 2'])).toEqual({
    names: ['Curve 1'],
    common: 3,
    withoutThem: 4,
    most: 4,
  })
  expect(limitingCurves(data, ['Curve 1', 'Curve 2'])).toBeNull()
})

test('at every rank stands a value that exactly so many stamps reach', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (values) => {
      const { timesS, curves } = createDurationData(chart(values), 'hours')
      for (const [index, rank] of timesS.entries()) {
        const limit = curves[0]?.values[index] ?? NaN
        expect(values.filter((value) => value >= limit)).toHaveLength(rank)
      }
    }),
  )
})

test('the legend names what 10, 50 and 90 percent of the time reach, and the time below zero', () => {
  const values = Array.from({ length: 100 }, (_, index) => index - 4)
  const { columns, rows } = durationLegend(createDurationData(chart(values), 'hours'))
  expect(columns.map(({ head }) => head)).toEqual(['Max', '10%', '50%', '90%', 'Min', 'Below 0', 'Hours'])
  expect(rows.map(({ figures }) => figures)).toEqual([
    ['95.00', '86.00', '46.00', '6.00', '−4.00', '4', '100'],
  ])
  expect(durationLegend(createDurationData(chart([1, 2]), 'days')).columns).toHaveLength(6)
})
