import * as fc from 'fast-check'
import { Matrix, solve } from 'ml-matrix'
import { expect, test } from 'vitest'

import { addRow, createNormalEquations, scaledPenalties, solveRidge, sumNeighbours } from './ridge.ts'
import type { NormalEquations } from './ridge.ts'

const WIDTH = 4
const row = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: WIDTH, maxLength: WIDTH })
const observation = fc.record({ features: row, target: fc.double({ min: -100, max: 100, noNaN: true }) })
const observations = fc.array(observation, { minLength: 1, maxLength: 30 })
type Observation = { features: number[]; target: number }

function equationsOf(all: readonly Observation[]) {
  const equations = createNormalEquations(WIDTH)
  for (const { features, target } of all)
    addRow(equations, Float64Array.from(features), 0, Float64Array.of(target), 1)
  return equations
}

/** Largest difference of two lists of numbers, relative to their size. */
function difference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  return Math.max(
    ...Array.from(expected, (value, i) => Math.abs((actual[i] ?? NaN) - value) / (1 + Math.abs(value))),
  )
}

function differenceOf(actual: NormalEquations, expected: NormalEquations): number {
  return difference(actual.cells, expected.cells)
}

test('solves the normal equations (X’X + P) b = X’y', () => {
  fc.assert(
    fc.property(observations, fc.double({ min: 0.1, max: 50, noNaN: true }), (all, penalty) => {
      const x = new Matrix(all.map(({ features }) => features))
      const y = Matrix.columnVector(all.map(({ target }) => target))
      const gram = x.transpose().mmul(x).add(Matrix.eye(WIDTH).mul(penalty))
      const expected = solve(gram, x.transpose().mmul(y)).to1DArray()
      const solution = solveRidge(equationsOf(all), new Float64Array(WIDTH).fill(penalty))
      expect(difference(solution, expected)).toBeLessThan(1e-6)
    }),
  )
})

test('targets that share a matrix have the coefficients that each has alone', () => {
  fc.assert(
    fc.property(observations, (all) => {
      const penalties = new Float64Array(WIDTH).fill(3)
      const shared = createNormalEquations(WIDTH, 3)
      for (const { features, target } of all)
        addRow(shared, Float64Array.from(features), 0, Float64Array.of(target, -target, 2 * target), 1)
      const alone = solveRidge(equationsOf(all), penalties)
      const expected = [1, -1, 2].flatMap((times) => Array.from(alone, (coefficient) => times * coefficient))
      expect(difference(solveRidge(shared, penalties), expected)).toBeLessThan(1e-9)
    }),
  )
})

test('a row that is added and removed leaves no trace', () => {
  fc.assert(
    fc.property(observations, observations, (kept, removed) => {
      const equations = equationsOf([...kept, ...removed])
      for (const { features, target } of removed)
        addRow(equations, Float64Array.from(features), 0, Float64Array.of(target), -1)
      const expected = equationsOf(kept)
      expect(equations.rows).toBe(expected.rows)
      expect(differenceOf(equations, expected)).toBeLessThan(1e-9)
    }),
  )
})

test('an hour has its rows, and those of the hours beside it by their weight', () => {
  fc.assert(
    fc.property(observations, observations, observations, (first, second, third) => {
      const ofHours = [first, second, third].map((all) => equationsOf(all))
      const sum = createNormalEquations(WIDTH)
      sumNeighbours(sum, ofHours, 1, 0.5)
      const middle = equationsOf(second)
      for (const { features, target } of [...first, ...third])
        addRow(middle, Float64Array.from(features), 0, Float64Array.of(target), 0.5)
      expect(sum.rows).toBeCloseTo(middle.rows, 9)
      expect(differenceOf(sum, middle)).toBeLessThan(1e-9)

      sumNeighbours(sum, ofHours, 2, 0.5)
      const end = equationsOf(third)
      for (const { features, target } of second)
        addRow(end, Float64Array.from(features), 0, Float64Array.of(target), 0.5)
      expect(sum.rows).toBeCloseTo(end.rows, 9)
      expect(differenceOf(sum, end)).toBeLessThan(1e-9)
    }),
  )
})

test('a feature that repeats another or is always 0 does no harm', () => {
  const equations = createNormalEquations(3)
  for (const x of [1, 2, 3]) addRow(equations, Float64Array.of(x, x, 0), 0, Float64Array.of(6 * x), 1)
  const [first = NaN, second = NaN, third = NaN] = solveRidge(equations, new Float64Array(3))
  expect(first + second).toBeCloseTo(6, 9)
  expect(third).toBe(0)
})

test('penalties are λ mean squares, and none for the free features', () => {
  const PENALTY = { lambda: 20, unpenalised: 1 }
  const equations = createNormalEquations(2)
  for (const x of [3, 5]) addRow(equations, Float64Array.of(1, x), 0, Float64Array.of(0), 1)
  expect([...scaledPenalties([equations], PENALTY)]).toEqual([0, (20 * (9 + 25)) / 2])
  expect([...scaledPenalties([createNormalEquations(2)], PENALTY)]).toEqual([0, 0])
})
