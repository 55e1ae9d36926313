import { expect, test } from 'vitest'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { marketHours } from '#web/zone/market-day.ts'

import { tomorrowFigures } from './tomorrow-figures.ts'

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
