import { createNumbers } from '#server/forecast/model/history/numbers.ts'

import { addScaled, dotProduct } from './vectors.ts'

/**
 * Ridge regression by its normal equations, kept up to date row by row: adding or removing a row costs width² / 2
 * multiplications, so that a refit after every day costs next to nothing.
 */
export interface NormalEquations {
  readonly width: number
  /** Lower triangle of X'X, packed row by row. */
  readonly gram: Float64Array
  /** X'y. */
  readonly moment: Float64Array
  /** Sum of the rows' weights. */
  rows: number
}

export function createNormalEquations(width: number): NormalEquations {
  return {
    width,
    gram: createNumbers((width * (width + 1)) / 2, 0),
    moment: new Float64Array(width),
    rows: 0,
  }
}

/** Adds a row that lies in `features` from `offset` on; weight −1 takes it out again. */
export function addRow(
  equations: NormalEquations,
  features: Float64Array,
  offset: number,
  target: number,
  weight: number,
): void {
  const { width, gram, moment } = equations
  for (let i = 0, cell = 0; i < width; i++) {
    const weighted = weight * (features[offset + i] ?? 0)
    if (weighted !== 0) addScaled(gram, cell, features, offset, weighted, i + 1)
    moment[i] = (moment[i] ?? 0) + weighted * target
    cell += i + 1
  }
  equations.rows += weight
}

/** Multiplies the weight of every row so far. */
export function fade(equations: NormalEquations, factor: number): void {
  const { gram, moment } = equations
  for (let cell = 0; cell < gram.length; cell++) gram[cell] = (gram[cell] ?? 0) * factor
  for (let i = 0; i < moment.length; i++) moment[i] = (moment[i] ?? 0) * factor
  equations.rows *= factor
}

/** Sets `sum` to the equations over the rows of all equations. */
export function sumEquations(sum: NormalEquations, all: readonly NormalEquations[]): void {
  sum.gram.fill(0)
  sum.moment.fill(0)
  sum.rows = 0
  for (const { gram, moment, rows } of all) {
    addScaled(sum.gram, 0, gram, 0, 1, gram.length)
    addScaled(sum.moment, 0, moment, 0, 1, moment.length)
    sum.rows += rows
  }
}

/**
 * λ times the mean square of each feature over the rows of all equations, which makes λ a number of rows. The features before `free`
 * get none.
 */
export function scaledPenalties(
  all: readonly NormalEquations[],
  width: number,
  lambda: number,
  free: number,
): Float64Array {
  const penalties = new Float64Array(width)
  let rows = 0
  for (const equations of all) {
    rows += equations.rows
    for (let i = free; i < width; i++)
      penalties[i] = (penalties[i] ?? 0) + (equations.gram[(i * (i + 3)) / 2] ?? 0)
  }
  const scale = rows > 0 ? lambda / rows : 0
  for (let i = free; i < width; i++) penalties[i] = scale * (penalties[i] ?? 0)
  return penalties
}

/** A pivot below this share of its diagonal is rounding: the feature repeats others and gets the coefficient 0. */
const SINGULAR = 1e-12

/** Working memory for one solution. A caller that solves many can reuse it. */
interface RidgeRoom {
  factor: Float64Array
  solution: Float64Array
}

export function createRidgeRoom(width: number): RidgeRoom {
  return { factor: new Float64Array((width * (width + 1)) / 2), solution: new Float64Array(width) }
}

/** The coefficients that minimise |Xb − y|² + Σ penalty · b², by Cholesky factorisation. They stay in the working memory until the next solution. */
export function solveRidge(
  equations: NormalEquations,
  penalties: Float64Array,
  { factor, solution }: RidgeRoom = createRidgeRoom(equations.width),
): Float64Array {
  const { width, gram, moment } = equations
  for (let i = 0; i < width; i++) {
    const rowI = (i * (i + 1)) / 2
    for (let j = 0; j < i; j++) {
      const rowJ = (j * (j + 1)) / 2
      const sum = (gram[rowI + j] ?? 0) - dotProduct(factor, rowI, factor, rowJ, j)
      const pivot = factor[rowJ + j] ?? 0
      factor[rowI + j] = pivot === 0 ? 0 : sum / pivot
    }
    const diagonal = (gram[rowI + i] ?? 0) + (penalties[i] ?? 0)
    const square = diagonal - dotProduct(factor, rowI, factor, rowI, i)
    const pivot = square > SINGULAR * diagonal ? Math.sqrt(square) : 0
    factor[rowI + i] = pivot
    const rest = (moment[i] ?? 0) - dotProduct(factor, rowI, solution, 0, i)
    solution[i] = pivot === 0 ? 0 : rest / pivot
  }
  for (let i = width - 1; i >= 0; i--) {
    const pivot = factor[(i * (i + 3)) / 2] ?? 0
    let rest = solution[i] ?? 0
    for (let k = i + 1, cell = (k * (k + 1)) / 2 + i; k < width; k++, cell += k)
      rest -= (factor[cell] ?? 0) * (solution[k] ?? 0)
    solution[i] = pivot === 0 ? 0 : rest / pivot
  }
  return solution
}
