import { expect, test } from 'vitest'

import { placeAfterKey } from './grid-keys.ts'

const SIZE = { rows: 3, columns: 4 }
const MIDDLE = { row: 1, column: 1 }

test('arrow keys move by a cell and stop at the edges', () => {
  expect(placeAfterKey('ArrowRight', false, MIDDLE, SIZE)).toEqual({ row: 1, column: 2 })
  expect(placeAfterKey('ArrowLeft', false, { row: 1, column: 0 }, SIZE)).toEqual({ row: 1, column: 0 })
  expect(placeAfterKey('ArrowUp', false, { row: 0, column: 1 }, SIZE)).toEqual({ row: 0, column: 1 })
  expect(placeAfterKey('ArrowDown', false, { row: 2, column: 1 }, SIZE)).toEqual({ row: 2, column: 1 })
})

test('Home and End lead to the ends of the row, with Control to those of the table', () => {
  expect(placeAfterKey('Home', false, MIDDLE, SIZE)).toEqual({ row: 1, column: 0 })
  expect(placeAfterKey('End', false, MIDDLE, SIZE)).toEqual({ row: 1, column: 3 })
  expect(placeAfterKey('Home', true, MIDDLE, SIZE)).toEqual({ row: 0, column: 0 })
  expect(placeAfterKey('End', true, MIDDLE, SIZE)).toEqual({ row: 2, column: 3 })
  expect(placeAfterKey('PageUp', false, MIDDLE, SIZE)).toEqual({ row: 0, column: 1 })
  expect(placeAfterKey('PageDown', false, MIDDLE, SIZE)).toEqual({ row: 2, column: 1 })
})

test('other keys do not move', () => {
  expect(placeAfterKey('Tab', false, MIDDLE, SIZE)).toBeNull()
})
