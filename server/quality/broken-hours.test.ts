import { expect, test } from 'vitest'

import { brokenHours } from './broken-hours.ts'
import { BROKEN_HOURS } from './thresholds.ts'

const dayWith = (change: Readonly<Record<number, number>>) =>
  Float64Array.from({ length: 24 }, (_, hour) => change[hour] ?? 1000 + 10 * hour)
const from2 = (count: number, powerMw: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [2 + index, powerMw]))

test.each([
  ['nothing of an ordinary day', {}, 'load', []],
  ['zero load', { 0: 0 }, 'load', [0]],
  ['a lone hour of load', { 13: 700 }, 'load', [13]],
  ['a lone hour of wind only where it is further away', { 13: 700, 16: 400 }, 'wind', [16]],
  ['eight equal hours', from2(8, 1050), 'load', [2, 3, 4, 5, 6, 7, 8, 9]],
  ['seven equal hours are not', from2(7, 1050), 'load', []],
  ['equal hours of little power are not', from2(8, 30), 'wind', []],
] as const)('broken: %s', (_title, change, quantity, broken) => {
  expect(brokenHours(dayWith(change), 0, 24, quantity, 2000, BROKEN_HOURS.stuckHours)).toEqual(broken)
})

test('hours that are not known yet are not judged', () => {
  expect(brokenHours(dayWith({ 7: 0, 8: 0 }), 0, 8, 'load', 2000, BROKEN_HOURS.stuckHours)).toEqual([7])
})
