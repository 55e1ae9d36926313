import { expect, test } from 'vitest'

import type { Curve } from '#web/chart/data/chart-data.ts'

import { drawnCurves } from './order.ts'

function curve(name: string, style: Curve['style'], widthPx?: number): Curve {
  return { name, style, colourIndex: 0, values: [], ...(widthPx !== undefined && { widthPx }) }
}

test('no curve lies on one that it would hide', () => {
  const curves = [
    curve('forecast', 'dashed'),
    curve('wide', 'solid', 5),
    curve('thin', 'solid', 1),
    curve('first', 'solid'),
    curve('second', 'solid'),
    curve('other day', 'dotted'),
    curve('earlier', 'dimmed'),
  ]
  expect(drawnCurves({ timesS: [], curves }).map(({ name }) => name)).toEqual([
    'earlier',
    'wide',
    'second',
    'first',
    'thin',
    'forecast',
    'other day',
  ])
})

test('what was measured lies on the forecasts where lines fill whole areas', () => {
  const curves = [curve('forecast', 'dashed'), curve('measured', 'solid'), curve('earlier', 'dimmed')]
  const names = (count: number) =>
    drawnCurves({ timesS: Array.from({ length: count }, (_, hour) => hour * 3600), curves }).map(
      ({ name }) => name,
    )
  expect(names(192)).toEqual(['earlier', 'measured', 'forecast'])
  expect(names(8760)).toEqual(['earlier', 'forecast', 'measured'])
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
