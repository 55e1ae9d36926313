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

/** Sets `sum` to the equations of an hour and, times a weight, of the hours before and after it, where there are any. */
export function sumNeighbours(
  sum: NormalEquations,
  ofHours: readonly NormalEquations[],
  hour: number,
  weight: number,
): void {
  const own = ofHours[hour]
  if (own === undefined) throw new Error(`There are no equations of hour ${hour}`)
  const [before, after] = [ofHours[hour - 1], ofHours[hour + 1]]
  const weightBefore = before ? weight : 0
  const weightAfter = after ? weight : 0
  const add = (total: Float64Array, values: Float64Array, earlier: Float64Array, later: Float64Array) => {
    for (let i = 0; i < total.length; i++)
      total[i] = (values[i] ?? 0) + weightBefore * (earlier[i] ?? 0) + weightAfter * (later[i] ?? 0)
  }
  add(sum.gram, own.gram, (before ?? own).gram, (after ?? own).gram)
  add(sum.moment, own.moment, (before ?? own).moment, (after ?? own).moment)
  sum.rows = own.rows + weightBefore * (before ?? own).rows + weightAfter * (after ?? own).rows
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
  /** Cholesky factor of X'X, and below it a row for X'y. An even number of rows: the last one may stay empty. */
  factor: Float64Array
  /** By row, 1 / its pivot; 0 for a pivot that is rounding. */
  inverses: Float64Array
  solution: Float64Array
}

export function createRidgeRoom(width: number): RidgeRoom {
  const rows = 2 * Math.ceil((width + 1) / 2)
  return {
    factor: new Float64Array(startOfRow(rows)),
    inverses: new Float64Array(rows),
    solution: new Float64Array(width),
  }
}

/** Where a row of a packed lower triangle begins. */
function startOfRow(row: number): number {
  return (row * (row + 1)) / 2
}

/** The coefficients that minimise |Xb − y|² + Σ penalty · b², by Cholesky factorisation. They stay in the working memory until the next solution. */
export function solveRidge(
  { width, gram, moment }: NormalEquations,
  penalties: Float64Array,
  { factor, inverses, solution }: RidgeRoom = createRidgeRoom(width),
): Float64Array {
  const rest = startOfRow(width)
  factor.set(gram)
  factor.set(moment, rest)
  for (let row = 0; row < width; row += 2) {
    projectTwoRows(factor, inverses, row)
    inverses[row] = inversePivot(factor, row, penalties)
    const next = row + 1
    const start = startOfRow(next)
    const covered = dotProduct(factor, startOfRow(row), factor, start, row)
    factor[start + row] = ((factor[start + row] ?? 0) - covered) * (inverses[row] ?? 0)
    if (next < width) inverses[next] = inversePivot(factor, next, penalties)
  }
  // The row of X'y that no other one is beside.
  if (width % 2 === 0) projectTwoRows(factor, inverses, width)
  for (let i = width - 1; i >= 0; i--) {
    const coefficient = (factor[rest + i] ?? 0) * (inverses[i] ?? 0)
    solution[i] = coefficient
    addScaled(factor, rest, factor, startOfRow(i), -coefficient, i)
  }
  return solution
}

/** 1 / the pivot of a row that is the factor's up to its diagonal. */
function inversePivot(factor: Float64Array, row: number, penalties: Float64Array): number {
  const start = startOfRow(row)
  const diagonal = (factor[start + row] ?? 0) + (penalties[row] ?? 0)
  const square = diagonal - dotProduct(factor, start, factor, start, row)
  return square > SINGULAR * diagonal ? 1 / Math.sqrt(square) : 0
}

/**
 * Makes two rows of a matrix those of its factor, up to column `row`, which is even. They are multiplied with two rows before them at
 * a time, so that each number is read once for two products; that is twice as fast as row by row.
 */
function projectTwoRows(factor: Float64Array, inverses: Float64Array, row: number): void {
  const upper = startOfRow(row)
  const lower = startOfRow(row + 1)
  for (let column = 0; column < row; column += 2) {
    const next = column + 1
    const before = startOfRow(column)
    const after = startOfRow(next)
    let upperFirst = factor[upper + column] ?? 0
    let upperSecond = factor[upper + next] ?? 0
    let lowerFirst = factor[lower + column] ?? 0
    let lowerSecond = factor[lower + next] ?? 0
    for (let i = 0; i < column; i++) {
      const ofUpper = factor[upper + i] ?? 0
      const ofLower = factor[lower + i] ?? 0
      const ofBefore = factor[before + i] ?? 0
      const ofAfter = factor[after + i] ?? 0
      upperFirst -= ofUpper * ofBefore
      upperSecond -= ofUpper * ofAfter
      lowerFirst -= ofLower * ofBefore
      lowerSecond -= ofLower * ofAfter
    }
    const inverse = inverses[column] ?? 0
    const nextInverse = inverses[next] ?? 0
    const between = factor[after + column] ?? 0
    upperFirst *= inverse
    lowerFirst *= inverse
    factor[upper + column] = upperFirst
    factor[lower + column] = lowerFirst
    factor[upper + next] = (upperSecond - between * upperFirst) * nextInverse
    factor[lower + next] = (lowerSecond - between * lowerFirst) * nextInverse
  }
}
