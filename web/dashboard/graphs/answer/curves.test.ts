import { expect, test } from 'vitest'

import {
  createDefaultFilters,
  type GraphFilters,
  type GraphView,
} from '#web/dashboard/graphs/store/graph-card.ts'

import { colourIndexes, countExpectedCurves, kindOfName } from './curves.ts'

test.each([
  ['Actual', 'actual'],
  ['Actual (without MK)', 'actual'],
  ['TSO forecast', 'tso'],
  ['Model forecast (without BA, MK)', 'model'],
  ['Day-ahead forecast', 'forecast'],
  ['Actuality', null],
  ['Germany', null],
  ['constructor', null],
])('a foreign backend’s curve named %s is of kind %s', (name, kind) => {
  expect(kindOfName(name)).toBe(kind)
})

test('Actual, TSO forecast and Model forecast have one colour each, whatever else an answer has or lacks', () => {
  expect(colourIndexes(['actual', 'tso', 'model'])).toEqual([0, 1, 2])
  expect(colourIndexes(['tso', 'model'])).toEqual([1, 2])
  expect(colourIndexes(['model', 'actual'])).toEqual([2, 0])
})

test('members of a group are numbered after them, beyond nine too', () => {
  const members = Array.from({ length: 8 }, () => 'member' as const)
  expect(colourIndexes(['actual', 'tso', 'model', ...members])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(colourIndexes(['actual', null])).toEqual([0, 3])
})

test('curves that stand for nothing known are numbered from the start', () => {
  expect(colourIndexes([null, 'forecast', null])).toEqual([0, 1, 2])
})

test.each<[Partial<GraphFilters>, GraphView['earlier'], number]>([
  [{ area: 'DE' }, 'actual', 3],
  [{ area: 'CWE' }, 'all', 9],
  [{ area: 'DE', compareWith: 'week' }, 'actual', 4],
  [{ area: 'DE', compareWith: 'week' }, 'all', 6],
  [{ area: 'CEE', compareWith: 'year' }, 'all', 14],
])('for %j with earlier %s %d curves are expected', (filters, earlier, count) => {
  expect(countExpectedCurves({ ...createDefaultFilters(0), ...filters }, { earlier })).toBe(count)
})
