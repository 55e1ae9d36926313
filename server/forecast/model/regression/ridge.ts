/** The normal equations of a regression. Rows are added and taken out one by one, so that a day later only its rows are new. */
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
  return { width, gram: new Float64Array(startOfRow(width)), moment: new Float64Array(width), rows: 0 }
}

/** Where a row of a packed lower triangle begins. */
function startOfRow(row: number): number {
  return (row * (row + 1)) / 2
}

/** Adds a row that lies in `features` from `offset` on; a negative weight takes it out again. */
export function addRow(
  equations: NormalEquations,
  features: Float64Array,
  offset: number,
  target: number,
  weight: number,
): void {
  const { width, gram, moment } = equations
  equations.rows += weight
  for (let i = 0; i < width; i++) {
    const weighted = weight * (features[offset + i] ?? 0)
    // Many features are 0 most of the time: weekdays, and the weather of days that have none.
    if (weighted === 0) continue
    const start = startOfRow(i)
    for (let j = 0; j <= i; j++)
      gram[start + j] = (gram[start + j] ?? 0) + weighted * (features[offset + j] ?? 0)
    moment[i] = (moment[i] ?? 0) + weighted * target
  }
}

/** The equations of an hour and, times a weight, of the hours before and after it, where there are any. */
export function sumNeighbours(
  ofHours: readonly NormalEquations[],
  hour: number,
  weight: number,
): NormalEquations {
  const sum = createNormalEquations(ofHours[hour]?.width ?? 0)
  const add = (equations: NormalEquations | undefined, share: number): void => {
    if (equations === undefined) return
    const { gram, moment, rows } = equations
    for (let cell = 0; cell < gram.length; cell++)
      sum.gram[cell] = (sum.gram[cell] ?? 0) + share * (gram[cell] ?? 0)
    for (let i = 0; i < moment.length; i++) sum.moment[i] = (sum.moment[i] ?? 0) + share * (moment[i] ?? 0)
    sum.rows += share * rows
  }
  add(ofHours[hour], 1)
  add(ofHours[hour - 1], weight)
  add(ofHours[hour + 1], weight)
  return sum
}

/** λ times the mean square of each feature over the rows of all equations, so that λ is a number of rows. The first `free` get none. */
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
      penalties[i] = (penalties[i] ?? 0) + (equations.gram[startOfRow(i) + i] ?? 0)
  }
  const scale = rows > 0 ? lambda / rows : 0
  for (let i = free; i < width; i++) penalties[i] = scale * (penalties[i] ?? 0)
  return penalties
}

/** A pivot below this share of its diagonal is rounding: the feature repeats others and gets the coefficient 0. */
const SINGULAR = 1e-12

/** The coefficients that minimise |Xb − y|² + Σ penalty · b²: by the Cholesky factor L of X'X + penalties, from Lz = X'y and L'b = z. */
export function solveRidge({ width, gram, moment }: NormalEquations, penalties: Float64Array): Float64Array {
  const factor = gram.slice()
  const solution = moment.slice()
  for (let row = 0; row < width; row++) {
    const start = startOfRow(row)
    for (let column = 0; column < row; column++) {
      const above = startOfRow(column)
      const rest = (factor[start + column] ?? 0) - dotProduct(factor, start, factor, above, column)
      factor[start + column] = rest / (factor[above + column] ?? 1)
    }
    const diagonal = (factor[start + row] ?? 0) + (penalties[row] ?? 0)
    const square = diagonal - dotProduct(factor, start, factor, start, row)
    const pivot = square > SINGULAR * diagonal ? Math.sqrt(square) : Infinity
    factor[start + row] = pivot
    solution[row] = ((solution[row] ?? 0) - dotProduct(factor, start, solution, 0, row)) / pivot
  }
  for (let row = width - 1; row >= 0; row--) {
    const start = startOfRow(row)
    const coefficient = (solution[row] ?? 0) / (factor[start + row] ?? 1)
    solution[row] = coefficient
    for (let i = 0; i < row; i++) solution[i] = (solution[i] ?? 0) - coefficient * (factor[start + i] ?? 0)
  }
  return solution
}

/** Product of two runs of numbers that begin at these places in larger arrays. */
export function dotProduct(
  a: Float64Array,
  fromA: number,
  b: Float64Array,
  fromB: number,
  count: number,
): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += (a[fromA + i] ?? 0) * (b[fromB + i] ?? 0)
  return sum
}
