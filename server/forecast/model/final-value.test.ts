import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { largestStep, modelWeight, uploadWeight } from './final-value.ts'

const DAYS = 120
const TODAY = 100
const table = (of: (cell: number) => number) =>
  Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) => of(cell))
const flat = table(() => 1000)

describe('weight of the model', () => {
  test('is 1 before anything is known, and where the model is right', () => {
    const none = table(() => NaN)
    expect(modelWeight({ actual: flat, base: flat, other: none }, TODAY)).toBe(1)
    const random = createRandom(1)
    const actual = table(() => 1000 + 200 * random())
    expect(modelWeight({ actual, base: flat, other: actual }, TODAY)).toBe(1)
  })

  test('is 0 where the model is worse than the TSO by more than 5 %', () => {
    const random = createRandom(2)
    const actual = table(() => 1000 + 10 * (random() - 0.5))
    const wild = table(() => 1000 + 500 * (random() - 0.5))
    expect(modelWeight({ actual, base: flat, other: wild }, TODAY)).toBe(0)
  })

  test('lies between where the model corrects too much', () => {
    const random = createRandom(3)
    const error = table(() => 100 * (random() - 0.5))
    const actual = error.map((value) => 1000 + value)
    const eager = error.map((value) => 1000 + 2 * value)
    const weight = modelWeight({ actual, base: flat, other: eager }, TODAY)
    expect(weight).toBeGreaterThan(0.6)
    expect(weight).toBeLessThan(0.9)
  })

  test('does not judge the model on less than a week', () => {
    const wild = table((cell) => (cell < 95 * HOURS_PER_DAY ? NaN : cell % 2 === 0 ? 500 : 1500))
    expect(modelWeight({ actual: flat, base: flat, other: wild }, TODAY)).toBeGreaterThan(0)
    const longer = table((cell) => (cell < 91 * HOURS_PER_DAY ? NaN : cell % 2 === 0 ? 500 : 1500))
    expect(modelWeight({ actual: flat, base: flat, other: longer }, TODAY)).toBe(0)
  })
})

describe('weight of an uploaded forecast', () => {
  const random = createRandom(5)
  const noise = table(() => 200 * (random() - 0.5))
  const tso = table((cell) => 1000 + (noise[cell] ?? 0) + 40)
  const base = table((cell) => 1000 + (noise[cell] ?? 0))
  const weightOf = (other: Float64Array) => uploadWeight({ actual: flat, base, other, tso }, TODAY)

  test('is 0 for a copy of the TSO’s forecast or ours, for noise, and for less than a week', () => {
    expect([tso, base].map(weightOf)).toEqual([0, 0])
    expect(weightOf(base.map((mw) => mw + 200 * (random() - 0.5)))).toBe(0)
    expect(weightOf(table((cell) => (cell < 93 * HOURS_PER_DAY ? NaN : 1000)))).toBe(0)
  })

  test('is 0 for a copy of a TSO’s forecast that is better than ours, and not for one that we alone know', () => {
    const isOfUpload = (cell: number) => cell % 2 === 0
    const other = base.map((mw, cell) => (isOfUpload(cell) ? mw : NaN))
    const weight = (tsoMw: Float64Array) =>
      uploadWeight({ actual: flat, base: tso, other, tso: tsoMw }, TODAY)
    expect(weight(base)).toBe(0)
    // In hours that the upload lacks the TSO may be better.
    expect(weight(tso.map((mw, cell) => (isOfUpload(cell) ? mw : 1000)))).toBeGreaterThan(0.2)
  })

  test('is nearly what least squares gives where it has an error of its own', () => {
    // As large as ours: half of each is best.
    expect(weightOf(table(() => 1000 + 200 * (random() - 0.5)))).toBeCloseTo(0.5 * (28 / 35), 1)
    expect(weightOf(flat)).toBeCloseTo(28 / 35, 5)
  })

  test('is 0 for what would have made our error less than 0.5 % smaller', () => {
    const rightIn = (nth: number) => weightOf(base.map((mw, cell) => (cell % nth === 0 ? 1000 : mw)))
    expect(rightIn(250)).toBe(0)
    expect(rightIn(50)).toBeGreaterThan(0.5)
  })

  test('is 0 for what was of use until a month ago', () => {
    expect(weightOf(table((cell) => (cell < 70 * HOURS_PER_DAY ? 1000 : 1000 + 900 * random())))).toBe(0)
  })
})

test('the largest step that a day’s may be is the largest of the last weeks in an hour that it made better', () => {
  const step = (of: (day: number) => number) =>
    largestStep(
      {
        actual: flat,
        base: flat.map((mw) => mw - 100),
        other: flat.map((mw, cell) => mw - 100 + of(Math.floor(cell / HOURS_PER_DAY))),
      },
      TODAY,
    )
  expect(step(() => 100)).toBeCloseTo(125)
  // Too far is no better than not at all, and what is unknown or weeks ago does not count.
  expect(step((day) => (day === TODAY - 5 ? 500 : 100))).toBeCloseTo(125)
  expect(step((day) => (day === TODAY - 5 ? 150 : 100))).toBeCloseTo(187.5)
  expect(step((day) => (day > TODAY - 2 || day < TODAY - 29 ? 150 : 100))).toBeCloseTo(125)
  expect(step(() => -100)).toBe(0)
})
