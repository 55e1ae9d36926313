import { describe, expect, test } from 'vitest'

import { errorFigures } from '#server/forecast/backtest/backtest-figures.ts'

import { scoreHours, type ScoredHour } from './scored-days.ts'

const hour = (change: Partial<ScoredHour>): ScoredHour => ({
  actual: 100,
  load: 300,
  tso: 110,
  model: 95,
  final: 98,
  p10: 90,
  p90: 105,
  ...change,
})

describe('scores', () => {
  test('are mean absolute errors on the hours that the TSO forecast too', () => {
    const hours = [
      hour({}),
      hour({ tso: 80, model: 100, load: 500 }),
      hour({ tso: null, model: 9999, p10: 0, p90: 1 }),
    ]
    expect(scoreHours(hours)).toEqual({
      hours: 2,
      tsoMaeMw: 15,
      modelMaeMw: 2.5,
      finalMaeMw: 2,
      meanLoadMw: 400,
      bandCoverage: 1,
    })
  })

  test('cover all hours if the TSO forecast none', () => {
    const { hours, tsoMaeMw, modelMaeMw } = scoreHours([hour({ tso: null }), hour({ tso: null, model: 90 })])
    expect([hours, tsoMaeMw, modelMaeMw]).toEqual([2, null, 7.5])
  })

  test('count how many actual values lay in the band', () => {
    const hours = [hour({}), hour({ actual: 90 }), hour({ actual: 106 }), hour({ p10: null })]
    expect(scoreHours(hours).bandCoverage).toBeCloseTo(2 / 3, 9)
    expect(scoreHours([hour({ p10: null })]).bandCoverage).toBeNull()
  })
})

test('error figures are MAE, RMSE and bias', () => {
  expect(errorFigures([3, -4, 0, 5])).toEqual({ mae: 3, rmse: 3.5, bias: 1 })
  expect(errorFigures([])).toBeNull()
})
