import { expect, test } from 'vitest'

import type { ForecastAnswer } from '#contract/forecast.ts'

import { tomorrowFigures } from './tomorrow-figures.ts'

function day(finals: readonly (number | null)[]): ForecastAnswer[string] {
  return Object.fromEntries(
    finals.map((final, hour) => [
      `${String(hour).padStart(2, '0')}:00`,
      { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: final },
    ]),
  )
}

test('finds the lowest hour and the steepest ramp of all countries together', () => {
  expect(tomorrowFigures({ de: day([100, 80, 90, 150, 60]), at: day([10, 10, 10, 20, 10]) })).toEqual({
    countryCount: 2,
    lowest: { powerMw: 70, key: '04:00' },
    steepest: { changeMw: 60, fromKey: '00:00', toKey: '03:00' },
    belowZero: [],
  })
})

test('leaves out a country with a missing hour, and names those at or below zero', () => {
  const figures = tomorrowFigures({ de: day([5, 4, 3, 2]), nl: day([-1, null, 0, 1]), gr: day([0, 1, 1, 1]) })
  expect(figures).toMatchObject({
    countryCount: 2,
    lowest: { powerMw: 3, key: '03:00' },
    belowZero: ['nl', 'gr'],
  })
})

test('a falling ramp is negative, and a short day has none', () => {
  expect(tomorrowFigures({ de: day([90, 50, 20, 10]) })?.steepest?.changeMw).toBe(-80)
  expect(tomorrowFigures({ de: day([90, 50]) })?.steepest).toBeNull()
})

test('without values there are no figures', () => {
  expect(tomorrowFigures({})).toBeNull()
  expect(tomorrowFigures({ de: day([null]) })).toBeNull()
})
