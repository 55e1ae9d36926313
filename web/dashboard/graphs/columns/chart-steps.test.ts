import { expect, test } from 'vitest'

import { areHourly, withSteps } from './chart-columns.ts'

const START_S = Date.UTC(2026, 10, 25) / 1000
const QUARTERS = Array.from({ length: 16 }, (_, quarter) => START_S + quarter * 900)
const byHour = (...hours: (number | null)[]) => hours.flatMap((value) => [value, value, value, value])
const curve = (values: (number | null)[]) => ({ name: 'a', style: 'solid' as const, colourIndex: 0, values })

test('a curve that changes only from hour to hour is stepped, one that changes within an hour is not', () => {
  expect(areHourly(QUARTERS, byHour(1, 2, null, 4))).toBe(true)
  expect(areHourly(QUARTERS, byHour(1, 2, 3, 4).with(6, 9))).toBe(false)
  expect(areHourly(QUARTERS, byHour(1, 2, 3, 4).with(14, null))).toBe(false)
})

test('nothing is said of a curve that never changes', () => {
  expect(areHourly(QUARTERS, byHour(0, 0, 0, 0))).toBe(false)
  expect(areHourly([], [])).toBe(false)
})

test('quarter hours that were measured can go on as hours of a forecast', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, ...byHour(9, 10)]
  const joined = { ...curve(values), forecast: { name: 'Final forecast', fromS: START_S + 7200 } }
  expect(withSteps(QUARTERS, joined)).toMatchObject({ isStepped: false, forecast: { isStepped: true } })
})
