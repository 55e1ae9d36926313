import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Curve, CurveStyle } from './chart-data.ts'
import { compareFigures } from './compared-figures.ts'

const TIMES = [0, 1, 2, 3]

function curve(name: string, style: CurveStyle, values: (number | null)[]): Curve {
  return { name, style, colourIndex: 0, values }
}

const DATA = {
  timesS: TIMES,
  reference: 'Actual',
  curves: [
    curve('Actual', 'solid', [10, 20, null, null]),
    curve('TSO', 'dashed', [9, 18, 90, 90]),
    curve('Model', 'dashed', [null, null, null, null]),
  ],
}

test('means cover the stamps that all shown curves have, so that a forecast of more hours can be compared', () => {
  const { rows, total, commonCount } = compareFigures(DATA, [], null)
  expect([total, commonCount]).toEqual([4, 2])
  expect(rows.map(({ statistics }) => statistics?.mean)).toEqual([15, 13.5, undefined])
  // The extremes and the last value are those of the curve as it is drawn.
  expect(rows[1]?.statistics).toMatchObject({ min: 9, max: 90, last: 90 })
  expect(rows.map(({ count }) => count)).toEqual([2, 4, 0])
})

test('a forecast has its bias and its mean absolute error against the reference', () => {
  const { rows } = compareFigures(DATA, [], null)
  expect(rows.map(({ error }) => error)).toEqual([null, { bias: -1.5, mae: 1.5 }, null])
  const { reference: _, ...without } = DATA
  expect(compareFigures(without, [], null).rows.map(({ error }) => error)).toEqual([null, null, null])
})

test('a hidden curve does not narrow the common stamps, the reference does even if it is hidden', () => {
  const short = curve('Short', 'solid', [1, null, null, null])
  const data = { ...DATA, curves: [...DATA.curves, short] }
  expect(compareFigures(data, [], null).commonCount).toBe(1)
  expect(compareFigures(data, ['Short'], null).commonCount).toBe(2)
  expect(compareFigures(data, ['Short', 'Actual'], null).commonCount).toBe(2)
})

test('curves that never meet keep the means of their own values', () => {
  const data = {
    timesS: TIMES,
    curves: [curve('One', 'solid', [1, 3, null, null]), curve('Two', 'solid', [null, null, 5, 7])],
  }
  const { rows, commonCount } = compareFigures(data, [], null)
  expect(commonCount).toBe(0)
  expect(rows.map(({ statistics }) => statistics?.mean)).toEqual([2, 6])
})

test('the difference of two means is the bias, whatever is missing', () => {
  const values = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 })), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(values, values, (actual, forecast) => {
      const curves = [curve('Actual', 'solid', actual), curve('TSO', 'dashed', forecast)]
      const { rows } = compareFigures({ timesS: TIMES, curves, reference: 'Actual' }, [], null)
      const [measured, predicted] = rows
      if (!predicted?.error || !predicted.statistics || !measured?.statistics) return
      expect(predicted.error.bias).toBeCloseTo(predicted.statistics.mean - measured.statistics.mean, 9)
      expect(predicted.error.mae).toBeGreaterThanOrEqual(Math.abs(predicted.error.bias) - 1e-9)
    }),
  )
})
