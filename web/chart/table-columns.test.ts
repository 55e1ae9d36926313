import { expect, test } from 'vitest'

import type { Curve } from '#web/chart/data/chart-data.ts'
import { bandOf, curveOf } from '#web/testing/curves.ts'

import { tableColumns } from './table-columns.ts'

test('every curve is a column, hidden or not, and a band is two', () => {
  const curve = curveOf('a', [1, null])
  expect(tableColumns({ timesS: [0, 1], curves: [curve] })).toEqual([
    { name: 'a', values: [1, null], decimals: 0 },
  ])
  const bands = [bandOf([0, 1], [2, 3.5])]
  expect(tableColumns({ timesS: [0, 1], curves: [curve], bands }).slice(1)).toEqual([
    { name: 'P10', values: [0, 1], decimals: 0 },
    { name: 'P90', values: [2, 3.5], decimals: 1 },
  ])
})

test('a column says from when on it is forecast, and that its values are of hours', () => {
  const forecast = { name: 'Final forecast', fromS: Date.UTC(2026, 10, 24, 20) / 1000 }
  const nameOf = (parts: Partial<Curve>) =>
    tableColumns({ timesS: [0], curves: [curveOf('Model forecast', [1], parts)] })[0]?.name
  expect(nameOf({})).toBe('Model forecast')
  expect(nameOf({ isStepped: true })).toBe('Model forecast (by the hour)')
  const from = 'Final forecast from Nov 24, 2026, 21:00'
  expect(nameOf({ forecast })).toBe(`Model forecast (${from})`)
  expect(nameOf({ forecast: { ...forecast, isStepped: true } })).toBe(`Model forecast (${from}, by the hour)`)
  expect(nameOf({ isStepped: true, forecast: { ...forecast, isStepped: true } })).toBe(
    `Model forecast (by the hour, ${from})`,
  )
})
