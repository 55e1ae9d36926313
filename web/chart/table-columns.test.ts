import { expect, test } from 'vitest'

import { tableColumns } from './table-columns.ts'

test('every curve is a column, hidden or not, and a band is two', () => {
  const curve = { name: 'a', style: 'solid' as const, colourIndex: 0, values: [1, null] }
  expect(tableColumns({ timesS: [0, 1], curves: [curve] })).toEqual([{ name: 'a', values: [1, null] }])
  const band = { name: 'P10–P90', limits: ['P10', 'P90'] as const, colourIndex: 0, low: [0, 1], high: [2, 3] }
  expect(tableColumns({ timesS: [0, 1], curves: [curve], band }).slice(1)).toEqual([
    { name: 'P10', values: [0, 1] },
    { name: 'P90', values: [2, 3] },
  ])
})

test('a column says from when on it is forecast', () => {
  const forecast = { name: 'Final forecast', fromS: Date.UTC(2026, 10, 24, 20) / 1000 }
  const curve = { name: 'Germany', style: 'solid' as const, colourIndex: 0, values: [1], forecast }
  expect(tableColumns({ timesS: [0], curves: [curve] })[0]?.name).toBe(
    'Germany (Final forecast from Nov 24, 2026, 21:00)',
  )
})
