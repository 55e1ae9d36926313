import { describe, expect, test } from 'vitest'

import type { ChartData, CurveStyle } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'
import { comparisonOf, curveOf } from '#web/testing/curves.ts'

import { comparedLegend, compareFigures, differenceFigures } from './compared-legend.ts'
import type { LegendFigure } from './legend-content.ts'

const START_S = Date.UTC(2026, 10, 24, 23) / 1000
const TIMES = [0, 1, 2, 3].map((hour) => START_S + hour * 3600)

const curve = (name: string, style: CurveStyle, values: (number | null)[]) => curveOf(name, values, { style })

describe('the figures of a curve', () => {
  const actual = [10, 20, null, null]
  const DATA = {
    timesS: TIMES,
    curves: [
      curve('Actual', 'solid', actual),
      curve('TSO', 'dashed', [9, 18, 90, 90]),
      curve('Model', 'dashed', [null, null, null, null]),
    ],
    measured: [null, actual, actual],
  }

  test('are over its own values', () => {
    const { rows } = compareFigures(DATA, null)
    expect(rows.map(({ statistics }) => statistics?.mean)).toEqual([15, 51.75, undefined])
    expect(rows[1]?.statistics).toMatchObject({ min: 9, max: 90, last: 90 })
  })

  test('are bias and mean absolute error where a forecast and what was measured have values', () => {
    const { rows } = compareFigures(DATA, null)
    expect(rows.map(({ error }) => error)).toMatchObject([null, { bias: -1.5, mae: 1.5 }, null])
    const { measured: _, ...without } = DATA
    expect(compareFigures(without, null).rows.map(({ error }) => error)).toEqual([null, null, null])
  })

  test('are of several forecasts over the hours that all of them have, and the legend says how many', () => {
    const measured = [10, 20, 30, null]
    const data = {
      timesS: TIMES,
      curves: [
        curve('Actual', 'solid', measured),
        curve('TSO', 'dashed', [null, 25, 35, 90]),
        curve('Model', 'dashed', [90, 22, 32, null]),
        curve('Final', 'dashed', [null, null, null, 7]),
      ],
      measured: [null, measured, measured, measured],
    }
    const figures = compareFigures(data, null)
    expect(figures.errorCount).toBe(2)
    expect(figures.rows.map(({ error }) => error?.mae)).toEqual([undefined, 5, 2, undefined])
    expect(comparedLegend(data, figures, []).columns.at(-1)?.title).toBe(
      'Mean absolute error against the actual value, over the 2 hours with all forecasts and an actual value',
    )
    expect(comparedLegend(data, figures, []).columns.map(({ covered }) => covered)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      '2\u00A0h',
      '2\u00A0h',
    ])
    // Forecasts of different hours keep their own errors.
    const apart = {
      ...data,
      curves: [...data.curves.slice(0, 2), curve('Model', 'dashed', [90, null, null, null])],
    }
    const own = compareFigures(apart, null)
    expect([own.errorCount, ...own.rows.map(({ error }) => error?.mae)]).toEqual([null, undefined, 5, 80])
  })
})

describe('the legend of a comparison', () => {
  /** November 25; the last two hours are in the future. */
  const DATA: ChartData = {
    timesS: TIMES,
    curves: [
      curve('Actual', 'solid', [100, 90, null, null]),
      curve('Model forecast', 'dashed', [110, 95, 130, 70]),
      curve('Actual · previous week', 'dimmed', [80, 95, 60, 90]),
    ],
    comparison: comparisonOf('Actual', 'Model forecast'),
  }
  /** As in a row: `90.0 at Nov 25, 01:00 | 95.0`. */
  const inRow = (figures: readonly LegendFigure[]) =>
    figures.map((one) => (typeof one === 'string' ? one : `${one.figure} at ${one.moment}`)).join(' | ')

  test('names the time of minimum and maximum, of an earlier period its own', () => {
    const { rows } = comparedLegend(DATA, compareFigures(DATA, null), [])
    expect(rows.map(({ figures }) => inRow(figures))).toEqual([
      '90.0 at Nov 25, 01:00 | 95.0 | 100.0 at Nov 25, 00:00 | 90.0',
      '70.0 at Nov 25, 03:00 | 101.3 | 130.0 at Nov 25, 02:00 | 70.0',
      '60.0 at Nov 18, 02:00 | 81.3 | 95.0 at Nov 18, 01:00 | 90.0',
    ])
    const days = { ...DATA, timesS: [0, 1, 2, 3].map((day) => START_S + day * 86_400) }
    const [actual] = comparedLegend(days, compareFigures(days, null), []).rows
    expect(inRow(actual?.figures ?? [])).toMatch(/^90\.0 at Nov 26 \| /)
  })

  test('tells differences of the measured hours, and of a forecast where the actual value is still to come', () => {
    const lines = (hidden: string[], window: TimeWindow | null = null) => {
      const differences = differenceFigures(DATA, hidden, window)
      const { lines: found = [] } = comparedLegend(DATA, compareFigures(DATA, window), differences)
      return found.map(({ name, figures }) => `${name}: ${inRow(figures)}`)
    }
    expect(lines([])).toEqual([
      'Actual − previous week: −5.0 at Nov 25, 01:00 | +7.5 | +20.0 at Nov 25, 00:00 | −5.0',
      'Model forecast − previous week: −20.0 at Nov 25, 03:00 | +25.0 | +70.0 at Nov 25, 02:00 | −20.0',
    ])
    expect(lines(['Actual'])).toEqual([expect.stringMatching(/^Model forecast − previous week: /)])
    expect(lines(['Actual · previous week'])).toEqual([])
    const zoomed = lines([], { fromS: START_S, toS: START_S + 3600 })
    expect(zoomed).toEqual([expect.stringMatching(/^Actual − previous week: /)])
  })
})
