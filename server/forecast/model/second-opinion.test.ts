import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { toDayTable } from '#server/forecast/model/history/day-table.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { createSecondOpinion } from './second-opinion.ts'

const DAYS = 160
const random = createRandom(21)
const table = (of: (cell: number) => number) =>
  Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) => of(cell))
const actual = table(() => 1000 + 100 * random())
const good = actual.map((value) => value + 10 * random())
const poor = actual.map((value) => value + 400 * random())

/** A model that repeats a table, and counts how often it was asked. */
function repeat(forecast: Float64Array): DayModel & { days: number[] } {
  const days: number[] = []
  return {
    days,
    predict(day) {
      days.push(day)
      return forecast.slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
    },
  }
}

function predict(tso: Float64Array, ours: Float64Array, fromHistory: Float64Array, day = 150) {
  const history = repeat(fromHistory)
  const opinion = createSecondOpinion({
    actual: toDayTable(actual),
    tso: toDayTable(tso),
    createCorrected: () => repeat(ours),
    createHistory: () => history,
  })
  return { value: opinion.predict(day), asked: history.days }
}

const ofDay = (values: Float64Array, day = 150) =>
  values.slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)

describe('a second opinion', () => {
  test('is not asked for where the TSO is good', () => {
    const { value, asked } = predict(good, poor, good)
    expect(value).toEqual(ofDay(poor))
    expect(asked).toEqual([])
  })

  test('counts as much as it has been right where the TSO is poor', () => {
    const { value, asked } = predict(poor, poor, good)
    const error = (values: Float64Array) =>
      values.reduce((sum, mw, hour) => sum + Math.abs(mw - (ofDay(actual)[hour] ?? NaN)), 0)
    expect(error(value)).toBeLessThan(0.7 * error(ofDay(poor)))
    expect(asked.at(0)).toBe(150 - 1 - 42)
    expect(asked.at(-1)).toBe(150)
  })

  test('counts for nothing where it has been wrong', () => {
    const wild = actual.map((value) => value + 2000 * (random() - 0.5))
    const { value } = predict(poor, actual, wild)
    for (const [hour, mw] of value.entries()) expect(mw).toBeCloseTo(ofDay(actual)[hour] ?? NaN, 0)
  })

  test('does not look ahead', () => {
    const later = (values: Float64Array) =>
      values.map((value, cell) => (cell < 149 * HOURS_PER_DAY ? value : 1e5 * random()))
    const known = predict(poor, poor, good).value
    const opinion = createSecondOpinion({
      actual: toDayTable(later(actual)),
      tso: toDayTable(later(poor)),
      createCorrected: () => repeat(poor),
      createHistory: () => repeat(good),
    })
    expect(opinion.predict(150)).toEqual(known)
  })
})
