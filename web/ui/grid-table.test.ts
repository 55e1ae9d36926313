import { expect, test } from 'vitest'

import { placeAfterKey } from './grid-table.tsx'

test.each<[key: string, from: [row: number, column: number], to: [row: number, column: number]]>([
  ['ArrowRight', [1, 1], [1, 2]],
  ['ArrowLeft', [1, 0], [1, 0]],
  ['ArrowUp', [0, 1], [0, 1]],
  ['ArrowDown', [2, 1], [2, 1]],
  ['Home', [1, 1], [1, 0]],
  ['End', [1, 1], [1, 3]],
  ['Control+Home', [1, 1], [0, 0]],
  ['Control+End', [1, 1], [2, 3]],
  ['PageUp', [1, 1], [0, 1]],
  ['PageDown', [1, 1], [2, 1]],
])('%s leads from %j to %j in three rows of four', (keys, [row, column], [toRow, toColumn]) => {
  const place = placeAfterKey(
    keys.replace('Control+', ''),
    keys.startsWith('Control'),
    { row, column },
    { rows: 3, columns: 4 },
  )
  expect(place).toEqual({ row: toRow, column: toColumn })
})
