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
