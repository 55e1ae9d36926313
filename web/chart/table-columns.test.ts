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
