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
  fontFamily: 'sans',
}
const CONTEXT = {
  colours: COLOURS,
  unit: 'MW',
  words: positionWords({ timesS: [] }),
  isRanked: false,
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
