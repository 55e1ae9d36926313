import { expect, test } from 'vitest'

import { placeEntries } from './chart-image.ts'

test('entries follow each other and wrap when one no longer fits', () => {
  expect(placeEntries([70, 70, 70], 260)).toEqual([
    { leftPx: 0, row: 0 },
    { leftPx: 128, row: 0 },
    { leftPx: 0, row: 1 },
  ])
})

test('an entry wider than a row gets its own row', () => {
  expect(placeEntries([70, 900, 70], 260).map(({ row }) => row)).toEqual([0, 1, 2])
  expect(placeEntries([900], 260)).toEqual([{ leftPx: 0, row: 0 }])
})
