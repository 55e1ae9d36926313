import { expect, test } from 'vitest'

import { createHeatGrid } from './heat-grid.ts'
import { columnDate, columnName, heatColumns } from './heat-table.ts'

test('a row per day and a column per hour, with a second one for the repeated hour', () => {
  const startS = Date.parse('2026-10-23T22:00:00Z') / 1000
  const timesS = Array.from({ length: 49 }, (_, hour) => startS + hour * 3600)
  const grid = createHeatGrid(timesS)
  const columns = heatColumns(
    grid,
    timesS.map((_, hour) => (hour === 1 ? null : hour)),
  )
  expect(columns).toHaveLength(25)
  expect(columns.slice(0, 5)).toEqual([
    { name: '00:00', values: [0, 24], decimals: 0 },
    { name: '01:00', values: [null, 25], decimals: 0 },
    { name: '02:00', values: [2, 26], decimals: 0 },
    { name: '02:00 (2)', values: [null, 27], decimals: 0 },
    { name: '03:00', values: [3, 28], decimals: 0 },
  ])
  expect([columnName(grid, 1), columnDate(grid, 1)]).toEqual(['Oct 25, 2026', '2026-10-25'])
})
