import { expect, test } from 'vitest'

import type { ChartData } from './chart-data.ts'
import { compareErrors, type CurveErrors } from './forecast-errors.ts'

const HOUR_S = 3600
/** Midnight in Berlin. */
const START_S = Date.parse('2026-11-12T23:00Z') / 1000

function errors(stepS: number, ...curves: (number | null)[][]): ChartData {
  return {
    timesS: (curves[0] ?? []).map((_, index) => START_S + index * stepS),
    curves: curves.map((values, at) => ({ name: `Forecast ${at}`, style: 'solid', colourIndex: at, values })),
    measured: curves.map((values) => values.map(() => 200)),
  }
}

test('the four figures of an error', () => {
  const { rows } = compareErrors(errors(HOUR_S, [30, -40, 10, null]), [], null)
  expect(rows[0]?.figures).toEqual({ mae: 80 / 3, rmse: Math.sqrt(2600 / 3), bias: 0, relativeMae: 80 / 600 })
})

test('all figures cover the stamps that the shown curves share, and the window', () => {
  const data = errors(HOUR_S, [10, 20, 30, null], [null, 2, 4, 6])
  const both = compareErrors(data, [], null)
  expect([both.mostCount, both.commonCount]).toEqual([3, 2])
  expect(both.rows.map(({ figures }) => figures?.mae)).toEqual([25, 3])
  const alone = compareErrors(data, ['Forecast 1'], null)
  expect(alone.rows[0]?.figures?.mae).toBe(20)
  const window = { fromS: START_S + 2 * HOUR_S, toS: START_S + 3 * HOUR_S }
  expect(compareErrors(data, [], window).rows.map(({ figures }) => figures?.mae)).toEqual([30, 4])
})

test('without values there are no figures, and no share of a mean that is not above zero', () => {
  const { rows } = compareErrors(errors(HOUR_S, [null, null]), [], null)
  expect(rows[0]).toMatchObject({ figures: null })
  const negative = { ...errors(HOUR_S, [10]), measured: [[-5]] }
  expect(compareErrors(negative, [], null).rows[0]?.figures).toMatchObject({ mae: 10, relativeMae: null })
})

const maeOf = ({ slot, figures }: CurveErrors['bySlot'][number]) => `${slot} ${figures?.mae}`

test('by hour of the day, where the repeated hour of a clock change counts twice', () => {
  // 25 October 2026 in Berlin has 02:00 twice.
  const data = errors(HOUR_S, [1, 2, 3, 5, 7])
  const startS = Date.parse('2026-10-24T22:00Z') / 1000
  const { rows, cycle } = compareErrors(
    { ...data, timesS: data.timesS.map((timeS) => timeS - START_S + startS) },
    [],
    null,
  )
  expect(cycle.kind).toBe('day')
  const bySlot = ['00:00 1', '01:00 2', '02:00 4', '03:00 7', '04:00 undefined']
  expect(rows[0]?.bySlot.slice(0, 5).map(maeOf)).toEqual(bySlot)
})

test('daily values are summed up by day of the week', () => {
  const { rows, cycle } = compareErrors(errors(24 * HOUR_S, [0, 1, 2, 3, 4, 5, 6, 7]), [], null)
  expect(cycle.kind).toBe('week')
  // 13 November 2026 is a Friday with error 0; a week later it is 7.
  const bySlot = ['Mon 3', 'Tue 4', 'Wed 5', 'Thu 6', 'Fri 3.5', 'Sat 1', 'Sun 2']
  expect(rows[0]?.bySlot.map(maeOf)).toEqual(bySlot)
})
