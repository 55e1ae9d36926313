import { expect, test } from 'vitest'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { marketHours } from '#web/zone/market-day.ts'

import { tomorrowFigures, yesterdayError } from './two-days.ts'

const figures = (answer: ForecastAnswer, day = '2026-11-25') => tomorrowFigures(answer, marketHours(day))

function day(finals: readonly (number | null)[]): ForecastAnswer[string] {
  return Object.fromEntries(
    finals.map((final, hour) => [
      `${String(hour).padStart(2, '0')}:00`,
      { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: final },
    ]),
  )
}

test('finds the lowest hour and the steepest ramp of all countries together', () => {
  expect(figures({ de: day([100, 80, 90, 150, 60]), at: day([10, 10, 10, 20, 10]) })).toEqual({
    countries: ['de', 'at'],
    lowest: { powerMw: 70, key: '04:00' },
    steepest: { changeMw: 60, fromKey: '00:00', toKey: '03:00' },
    belowZero: [],
  })
})

test('leaves out a country with a missing hour, and names those at or below zero', () => {
  const found = figures({ de: day([5, 4, 3, 2]), nl: day([-1, null, 0, 1]), gr: day([0, 1, 1, 1]) })
  expect(found).toMatchObject({
    countries: ['de', 'gr'],
    lowest: { powerMw: 3, key: '03:00' },
    belowZero: ['nl', 'gr'],
  })
})

test('a falling ramp is negative, and a short day has none', () => {
  expect(figures({ de: day([90, 50, 20, 10]) })?.steepest?.changeMw).toBe(-80)
  expect(figures({ de: day([90, 50]) })?.steepest).toBeNull()
})

test('a ramp lasts three hours by the clock that never changes', () => {
  // In autumn 03:00 comes two hours after the first 02:00; in spring 03:00 comes one hour after 01:00.
  expect(figures({ de: day([0, 10, 20, 100, 100]) }, '2026-10-25')?.steepest).toEqual({
    changeMw: 90,
    fromKey: '01:00',
    toKey: '03:00',
  })
  const { '02:00': _none, ...spring } = day([0, 10, 0, 20, 100]) ?? {}
  expect(figures({ de: spring }, '2026-03-29')?.steepest).toEqual({
    changeMw: 100,
    fromKey: '00:00',
    toKey: '04:00',
  })
})

test('without values there are no figures', () => {
  expect(figures({})).toBeNull()
  expect(figures({ de: day([null]) })).toBeNull()
})

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
  expect(yesterdayError({ day: '2026-11-21', hours })).toEqual({ finalMaeMw: 2, tsoMaeMw: 3 })
})

test('without a TSO forecast that was known in time, the final value stands alone', () => {
  const hours = [hour(null, 9, 10), hour(null, 13, 10), hour(8, null, 10)]
  expect(yesterdayError({ day: '2026-11-21', hours })).toEqual({ finalMaeMw: 2, tsoMaeMw: null })
})

test('is null if no hour can be compared', () => {
  expect(yesterdayError({ day: '2026-11-21', hours: [hour(1, null, 1)] })).toBeNull()
})
