import { expect, test } from 'vitest'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'

import { comparedLegend, compareFigures, differenceFigures } from './compared-legend.ts'

const START_S = Date.UTC(2026, 10, 24, 23) / 1000
const WEEK_S = 7 * 86_400
const curve = (name: string, style: 'solid' | 'dashed' | 'dimmed', values: (number | null)[]) =>
  ({ name, style, colourIndex: 0, values }) as const

/** Hours of November 25, the last two of which are still to come. */
const DATA: ChartData = {
  timesS: [0, 1, 2, 3].map((hour) => START_S + hour * 3600),
  curves: [
    curve('Actual', 'solid', [100, 90, null, null]),
    curve('Model forecast', 'dashed', [110, 95, 130, 70]),
    curve('Actual · previous week', 'dimmed', [80, 95, 60, 90]),
  ],
  comparison: {
    period: 'previous week',
    names: ['Actual', 'Model forecast'],
    measuredName: 'Actual',
    earlierName: 'Actual · previous week',
    earlierTimeS: (timeS) => timeS - WEEK_S,
  },
}

test('minimum and maximum name their time, those of an earlier period its own', () => {
  const { rows } = comparedLegend(DATA, compareFigures(DATA, null), [])
  expect(rows.map(({ figures }) => figures)).toEqual([
    [
      { figure: '90.0', moment: 'Nov 25, 01:00' },
      '95.0',
      { figure: '100.0', moment: 'Nov 25, 00:00' },
      '90.0',
    ],
    [
      { figure: '70.0', moment: 'Nov 25, 03:00' },
      '101.3',
      { figure: '130.0', moment: 'Nov 25, 02:00' },
      '70.0',
    ],
    [
      { figure: '60.0', moment: 'Nov 18, 02:00' },
      '81.3',
      { figure: '95.0', moment: 'Nov 18, 01:00' },
      '90.0',
    ],
  ])
  const days = { ...DATA, timesS: [0, 1, 2, 3].map((day) => START_S + day * 86_400) }
  const [actual] = comparedLegend(days, compareFigures(days, null), []).rows
  expect(actual?.figures[0]).toEqual({ figure: '90.0', moment: 'Nov 26' })
})

test('differences are told of the measured hours, and of a forecast where the actual value is still to come', () => {
  const lines = (hidden: string[], window: TimeWindow | null = null) => {
    const differences = differenceFigures(DATA, hidden, window)
    const { lines: found = [] } = comparedLegend(DATA, compareFigures(DATA, window), differences)
    return found.map(({ name, coverage, figures }) => [name, coverage, ...figures])
  }
  expect(lines([])).toEqual([
    [
      'Actual − previous week',
      '2 of 4 hours',
      { figure: '−5.0', moment: 'Nov 25, 01:00' },
      '+7.5',
      { figure: '+20.0', moment: 'Nov 25, 00:00' },
      '−5.0',
    ],
    [
      'Model forecast − previous week',
      '2 of 4 hours',
      { figure: '−20.0', moment: 'Nov 25, 03:00' },
      '+25.0',
      { figure: '+70.0', moment: 'Nov 25, 02:00' },
      '−20.0',
    ],
  ])
  expect(lines(['Actual']).map(([name, coverage]) => [name, coverage])).toEqual([
    ['Model forecast − previous week', null],
  ])
  expect(lines(['Actual · previous week'])).toEqual([])
  const zoomed = lines([], { fromS: START_S, toS: START_S + 3600 })
  expect(zoomed.map(([name, coverage]) => [name, coverage])).toEqual([['Actual − previous week', null]])
})
