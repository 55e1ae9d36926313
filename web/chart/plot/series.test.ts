import { expect, test } from 'vitest'

import { positionWords } from '#web/chart/format/position-words.ts'

import { plotSeries } from './series.ts'

const COLOURS = {
  curves: ['#111111'],
  ink: '#000000',
  inkMuted: '#000000',
  line: '#000000',
  lineStrong: '#000000',
  surface: '#ffffff',
  accent: '#000000',
  caution: '#7a4d00',
  fontFamily: 'sans',
}
const CONTEXT = {
  colours: COLOURS,
  unit: 'MW',
  words: positionWords({ timesS: [] }),
  isRanked: false,
  hasMeans: false,
  valueRange: null,
  now: () => 0,
  scale: 1,
}
const CURVE = { name: 'Actual', style: 'solid', colourIndex: 0, values: [] } as const

test('a curve is one line of width 2 without dots', () => {
  const series = plotSeries(CURVE, true, CONTEXT)
  expect(series.label).toBe('Actual')
  expect(series.width).toBe(2)
  expect(series.points?.show).toBe(false)
})

test.each([
  [
    [1, null, 2, null, 3, 4, null, 5],
    [0, 2, 7],
  ],
  [[null, 1, 2, null, undefined, 3, 4], null],
  [[7], [0]],
  [[], null],
])('of %j the values between gaps are drawn as points', (values, lone) => {
  const { points } = plotSeries(CURVE, true, CONTEXT)
  const plot = { data: [values.map((_, index) => index), values] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the filter reads nothing else
  const filter = points?.filter as (plot: unknown, index: number) => number[] | null
  expect(filter(plot, 1)).toEqual(lone)
})
