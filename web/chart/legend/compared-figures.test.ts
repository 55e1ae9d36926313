import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Curve, CurveStyle } from '#web/chart/data/chart-data.ts'

import { compareFigures } from './compared-legend.ts'

const TIMES = [0, 1, 2, 3]

function curve(name: string, style: CurveStyle, values: (number | null)[]): Curve {
  return { name, style, colourIndex: 0, values }
}

const ACTUAL = [10, 20, null, null]
const DATA = {
  timesS: TIMES,
  curves: [
    curve('Actual', 'solid', ACTUAL),
    curve('TSO', 'dashed', [9, 18, 90, 90]),
    curve('Model', 'dashed', [null, null, null, null]),
  ],
  measured: [null, ACTUAL, ACTUAL],
}

test('statistics are over the own values of each curve', () => {
  const { rows, total } = compareFigures(DATA, null)
  expect(total).toBe(4)
  expect(rows.map(({ statistics }) => statistics?.mean)).toEqual([15, 51.75, undefined])
  expect(rows[1]?.statistics).toMatchObject({ min: 9, max: 90, last: 90 })
  expect(rows.map(({ count }) => count)).toEqual([2, 4, 0])
})

test('a forecast has its bias and its mean absolute error where it and what was measured have values', () => {
  const { rows } = compareFigures(DATA, null)
  expect(rows.map(({ error }) => error)).toEqual([null, { bias: -1.5, mae: 1.5 }, null])
  const { measured: _, ...without } = DATA
  expect(compareFigures(without, null).rows.map(({ error }) => error)).toEqual([null, null, null])
})

test('another curve narrows nothing', () => {
  const short = curve('Short', 'solid', [1, null, null, null])
  const data = { ...DATA, curves: [...DATA.curves, short], measured: [...DATA.measured, null] }
  expect(compareFigures(data, null).rows.slice(0, 3)).toEqual(compareFigures(DATA, null).rows)
})

test('the bias lies between the smallest and the largest error, and the mean absolute error is not below it', () => {
  const values = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 })), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(values, values, (actual, forecast) => {
      const { rows } = compareFigures(
        { timesS: TIMES, curves: [curve('TSO', 'dashed', forecast)], measured: [actual] },
        null,
      )
      const errors = forecast.flatMap((value, index) => {
        const measured = actual[index] ?? null
        return value === null || measured === null ? [] : [value - measured]
      })
      const error = rows[0]?.error ?? null
      expect(error === null).toBe(errors.length === 0)
      if (error === null) return
      expect(error.bias).toBeGreaterThanOrEqual(Math.min(...errors) - 1e-9)
      expect(error.bias).toBeLessThanOrEqual(Math.max(...errors) + 1e-9)
      expect(error.mae).toBeGreaterThanOrEqual(Math.abs(error.bias) - 1e-9)
    }),
  )
})
