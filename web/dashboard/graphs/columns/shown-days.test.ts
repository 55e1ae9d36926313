import { expect, test } from 'vitest'

import { readCurves } from '#web/dashboard/graphs/answer/read-answer.ts'

import { curvesOfShownDays } from './shown-days.ts'

const HOUR_MS = 3_600_000

/** Values from a moment on, one after the other. */
function answer(from: string, stepHours: number, count: number) {
  const stamps = Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * stepHours * HOUR_MS).toISOString(),
  )
  return readCurves({ Actual: { data: Object.fromEntries(stamps.map((stamp, index) => [stamp, index])) } })
}
const valuesOf = (...args: Parameters<typeof curvesOfShownDays>) => curvesOfShownDays(...args)[0]?.values

test('Saturday and Sunday in Brussels are missing, Monday to Friday stay', () => {
  // Friday 22:00 in Brussels until Monday 02:00, over the night in which the clocks go back.
  const data = answer('2026-10-23T20:00:00Z', 1, 54)
  const view = { form: 'heat' as const, isWorkdaysOnly: true }
  const values = valuesOf(data, view) ?? []
  expect(values.flatMap((value) => value ?? [])).toEqual([0, 1, 51, 52, 53])
  expect(valuesOf(data, { ...view, form: 'curves' })?.[10]).toBe(10)
  expect(valuesOf(data, { ...view, isWorkdaysOnly: false })?.[10]).toBe(10)
})

test('a day by the clocks of another zone counts as the day that it mostly is', () => {
  // Midnights of Athens and of Lisbon, from Thursday on.
  for (const from of ['2026-11-18T22:00:00Z', '2026-11-19T00:00:00Z'])
    expect(valuesOf(answer(from, 24, 5), { form: 'duration', isWorkdaysOnly: true })).toEqual([
      0,
      1,
      null,
      null,
      4,
    ])
})
