import { expect, test } from 'vitest'

import { colourIndexes } from './curve-colours.ts'

test('Actual, TSO forecast and Model forecast have one colour each, whatever else an answer has or lacks', () => {
  expect(colourIndexes(['Actual', 'TSO forecast', 'Model forecast'])).toEqual([0, 1, 2])
  expect(colourIndexes(['TSO forecast', 'Model forecast (without BA, MK)'])).toEqual([1, 2])
  expect(colourIndexes(['Model forecast', 'Actual'])).toEqual([2, 0])
})

test('members of a group are numbered after them, beyond nine too', () => {
  const members = Array.from({ length: 8 }, (_, index) => `Member ${index}`)
  expect(colourIndexes(['Actual', 'TSO forecast', 'Model forecast', ...members])).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  expect(colourIndexes(['Actual', 'Germany'])).toEqual([0, 3])
})

test('curves of other names are numbered from the start', () => {
  expect(colourIndexes(['One', 'Actuality', 'Two'])).toEqual([0, 1, 2])
})
