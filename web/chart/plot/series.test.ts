import { expect, test } from 'vitest'

import type { Curve } from '#web/chart/data/chart-data.ts'

import { drawnCurves, lineValues, plotSeries } from './series.ts'

const COLOURS = {
  curves: ['#111111'],
  ink: '#000000',
  inkMuted: '#000000',
  line: '#000000',
  lineStrong: '#000000',
  surface: '#ffffff',
  accent: '#000000',
  caution: '#7a4d00',
  isDark: false,
  fontFamily: 'sans',
}
const CONTEXT = {
  colours: COLOURS,
  unit: 'MW',
  view: { data: { timesS: [], curves: [] }, hidden: [], zoom: null, hasMeans: false, valueRange: null },
  scale: 1,
}
const CURVE = { name: 'Actual', style: 'solid', colourIndex: 0, values: [] } as const

test('a curve is one line of width 2 without dots @§2.3-14', () => {
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
  [[null, 1, 2, null, 3, 4], null],
  [[7], [0]],
  [[], null],
])('of %j the values between gaps are drawn as points', (values, lone) => {
  const { points } = plotSeries(CURVE, true, CONTEXT)
  const timesS = values.map((_, index) => index)
  const plot = { data: [timesS, lineValues(timesS, { ...CURVE, values })] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the filter reads nothing else
  const filter = points?.filter as (plot: unknown, index: number) => number[] | null
  expect(filter(plot, 1)).toEqual(lone)
})

const line = (values: (number | null)[], ownStamps?: boolean[]) => {
  const timesS = values.map((_, index) => index * 900)
  return lineValues(timesS, { ...CURVE, values, ...(ownStamps && { ownStamps }) })
}
const _ = undefined

test('at the stamps of other curves a line goes on, and a gap of its own reaches from value to value', () => {
  const hourly = Array.from({ length: 17 }, (_value, quarter) => quarter % 4 === 0)
  const every4th = (hours: (number | null)[]) =>
    hourly.map((isOwn, quarter) => (isOwn ? (hours[quarter / 4] ?? null) : null))
  expect(line(every4th([1, 2, 3, 4, 5]), hourly)).toEqual([1, _, _, _, 2, _, _, _, 3, _, _, _, 4, _, _, _, 5])
  const gap = [1, _, _, _, 2, null, null, null, null, null, null, null, 4, _, _, _, 5]
  expect(line(every4th([1, 2, null, 4, 5]), hourly)).toEqual(gap)
  expect(line(every4th([1, 2, null, 4, 5]), hourly.with(8, false))).toEqual(gap)
  expect(line([1, null, 3])).toEqual([1, null, 3])
})

test('a stamp that no curve has is a gap too, and a value between two of them is a point', () => {
  const timesS = [0, 1, 2, 4, 6, 7, 8].map((hour) => hour * 3600)
  const values = lineValues(timesS, { ...CURVE, values: timesS })
  const { gaps, points } = plotSeries(CURVE, true, CONTEXT)
  const plot = { data: [timesS, values], valToPos: (timeS: number) => timeS / 3600 }
  /* oxlint-disable typescript/no-unsafe-type-assertion -- both read nothing else */
  const gapsOf = gaps as (plot: unknown, index: number, from: number, to: number, ofNulls: []) => unknown
  const filter = points?.filter as (plot: unknown, index: number) => number[] | null
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  expect(gapsOf(plot, 1, 0, 6, [])).toEqual([
    [2, 4],
    [4, 6],
  ])
  expect(filter(plot, 1)).toEqual([3])
})

function curve(name: string, style: Curve['style'], widthPx?: number): Curve {
  return { name, style, colourIndex: 0, values: [], ...(widthPx !== undefined && { widthPx }) }
}

test('no curve lies on one that it would hide', () => {
  const curves = [
    curve('final', 'bold'),
    curve('model', 'ribbon'),
    curve('forecast', 'dashed'),
    curve('wide', 'solid', 5),
    curve('thin', 'solid', 1),
    curve('first', 'solid'),
    curve('second', 'solid'),
    curve('other day', 'dotted'),
    curve('earlier', 'dimmed'),
  ]
  expect(drawnCurves({ timesS: [], curves }).map(({ name }) => name)).toEqual([
    'model',
    'earlier',
    'wide',
    'second',
    'first',
    'thin',
    'forecast',
    'other day',
    'final',
  ])
})

test('what was measured lies on the forecasts where lines fill whole areas', () => {
  const curves = [
    curve('final', 'bold'),
    curve('forecast', 'dashed'),
    curve('measured', 'solid'),
    curve('earlier', 'dimmed'),
  ]
  const names = (count: number) =>
    drawnCurves({ timesS: Array.from({ length: count }, (_, hour) => hour * 3600), curves }).map(
      ({ name }) => name,
    )
  expect(names(192)).toEqual(['earlier', 'measured', 'forecast', 'final'])
  expect(names(8760)).toEqual(['earlier', 'forecast', 'measured', 'final'])
})

test('a forecast that continues a curve is drawn apart, dashed, and joined to the last measured value', () => {
  const joined = { ...curve('Germany', 'solid'), values: [1, 2, 3], forecast: { name: 'Final', fromS: 20 } }
  const data = { timesS: [0, 10, 20], curves: [joined, { ...curve('France', 'solid'), values: [4, 5, 6] }] }
  expect(drawnCurves(data).map(({ name, style, values }) => [name, style, ...values])).toEqual([
    ['France', 'solid', 4, 5, 6],
    ['Germany', 'solid', 1, 2, null],
    ['Germany', 'dashed', null, 2, 3],
  ])
})
