import { expect, test } from 'vitest'

import { lastDayError } from './last-day-error.ts'

const hour = (tso: number | null, final: number | null, actual: number | null) => ({
  startsAt: '2026-11-21T00:00:00Z',
  tso,
  final,
  actual,
  p10: null,
  p90: null,
})

test('compares final value and TSO on the hours that have all values', () => {
  const hours = [hour(8, 9, 10), hour(14, 13, 10), hour(null, 50, 10), hour(50, 50, null)]
  expect(lastDayError({ day: '2026-11-21', hours })).toEqual({ finalMaeMw: 2, tsoMaeMw: 3 })
})

test('without a TSO forecast that was known in time, the final value stands alone', () => {
  const hours = [hour(null, 9, 10), hour(null, 13, 10), hour(8, null, 10)]
  expect(lastDayError({ day: '2026-11-21', hours })).toEqual({ finalMaeMw: 2, tsoMaeMw: null })
})

test('is null if no hour can be compared', () => {
  expect(lastDayError({ day: '2026-11-21', hours: [hour(1, null, 1)] })).toBeNull()
})
