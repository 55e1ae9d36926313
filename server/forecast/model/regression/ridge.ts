/** Rows are added and removed one by one, so that a new day costs only its own rows. */
export interface NormalEquations {
  readonly width: number
  /** With the same X, each with its own y. */
  readonly targets: number
  /** Lower triangle of X'X, packed by row, then one row X'y for each target. */
  readonly cells: Float64Array
  rows: number
}

export function createNormalEquations(width: number, targets = 1): NormalEquations {
  return { width, targets, cells: new Float64Array(startOfRow(width) + targets * width), rows: 0 }
}

function startOfRow(row: number): number {
  return (row * (row + 1)) / 2
}

export function clear(equations: NormalEquations): void {
  equations.cells.fill(0)
  equations.rows = 0
}

/** Adds the row at `offset` in `features`; a negative weight removes it. */
export function addRow(
  equations: NormalEquations,
  features: Float64Array,
  offset: number,
  targets: Float64Array,
  weight: number,
): void {
  const { width, cells } = equations
  const moments = startOfRow(width)
  equations.rows += weight
  for (let i = 0; i < width; i++) {
    const weighted = weight * (features[offset + i] ?? 0)
    // Many features are usually 0, such as weekdays.
    if (weighted === 0) continue
    const start = startOfRow(i)
    for (let j = 0; j <= i; j++)
      cells[start + j] = (cells[start + j] ?? 0) + weighted * (features[offset + j] ?? 0)
  }
  for (let k = 0; k < equations.targets; k++) {
    const weighted = weight * (targets[k] ?? 0)
    const start = moments + k * width
    for (let i = 0; i < width; i++)
      cells[start + i] = (cells[start + i] ?? 0) + weighted * (features[offset + i] ?? 0)
  }
}

/** Adds cells of tables, with `width` features and one target each. Four at once: each sum is read and written once. */
export function addCells(
  equations: NormalEquations,
  features: Float64Array,
  target: Float64Array,
  added: readonly number[],
  weight: number,
): void {
  const { width, cells } = equations
  const moments = startOfRow(width)
  equations.rows += weight * added.length
  for (let k = 0; k < added.length; k += 4) {
    const first = added[k] ?? 0
    // A missing one repeats the first, with weight 0.
    const second = added[k + 1] ?? first
    const third = added[k + 2] ?? first
    const fourth = added[k + 3] ?? first
    const [row1, row2, row3, row4] = [first * width, second * width, third * width, fourth * width]
    const rest = added.length - k
    for (let i = 0; i < width; i++) {
      const value1 = weight * (features[row1 + i] ?? 0)
      const value2 = rest > 1 ? weight * (features[row2 + i] ?? 0) : 0
      const value3 = rest > 2 ? weight * (features[row3 + i] ?? 0) : 0
      const value4 = rest > 3 ? weight * (features[row4 + i] ?? 0) : 0
      // Many features are usually 0, such as weekdays.
      if (value1 === 0 && value2 === 0 && value3 === 0 && value4 === 0) continue
      const start = startOfRow(i)
      // In this order the sums do not depend on how many rows are added together.
      for (let j = 0; j <= i; j++)
        cells[start + j] =
          (cells[start + j] ?? 0) +
          value1 * (features[row1 + j] ?? 0) +
          value2 * (features[row2 + j] ?? 0) +
          value3 * (features[row3 + j] ?? 0) +
          value4 * (features[row4 + j] ?? 0)
      cells[moments + i] =
        (cells[moments + i] ?? 0) +
        value1 * (target[first] ?? 0) +
        value2 * (target[second] ?? 0) +
        value3 * (target[third] ?? 0) +
        value4 * (target[fourth] ?? 0)
    }
  }
}

/** Leaves out the rows that lack the target. */
export function withoutRows(all: NormalEquations, target: number, lacking: NormalEquations): NormalEquations {
  const rest = createNormalEquations(all.width)
  const moments = startOfRow(all.width)
  for (let i = 0; i < moments; i++) rest.cells[i] = (all.cells[i] ?? 0) - (lacking.cells[i] ?? 0)
  const moment = moments + target * all.width
  rest.cells.set(all.cells.subarray(moment, moment + all.width), moments)
  rest.rows = all.rows - lacking.rows
  return rest
}

/** `sum` = equations of an hour + `weight` × equations of its neighbours. */
export function sumNeighbours(
  sum: NormalEquations,
  ofHours: readonly NormalEquations[],
  hour: number,
  weight: number,
): void {
  sum.cells.set(ofHours[hour]?.cells ?? [])
  sum.rows = ofHours[hour]?.rows ?? 0
  for (const beside of weight === 0 ? [] : [ofHours[hour - 1], ofHours[hour + 1]]) {
    if (beside === undefined) continue
    for (let i = 0; i < sum.cells.length; i++)
      sum.cells[i] = (sum.cells[i] ?? 0) + weight * (beside.cells[i] ?? 0)
    sum.rows += weight * beside.rows
  }
}

/** λ times the mean square of each feature, so that λ is a number of rows; 0 for the first `unpenalised`. */
export function scaledPenalties(
  all: readonly NormalEquations[],
  { lambda, unpenalised }: { lambda: number; unpenalised: number },
): Float64Array {
  const penalties = new Float64Array(all[0]?.width ?? 0)
  let rows = 0
  for (const equations of all) {
    rows += equations.rows
    for (let i = unpenalised; i < penalties.length; i++)
      penalties[i] = (penalties[i] ?? 0) + (equations.cells[startOfRow(i) + i] ?? 0)
  }
  const scale = rows > 0 ? lambda / rows : 0
  return penalties.map((square) => scale * square)
}

/** Smaller pivots are rounding: the feature repeats others and gets 0. */
const SINGULAR = 1e-12

/**
 * The coefficients of each target in turn that minimise |Xb − y|² + Σ penalty · b²: by the Cholesky factor L
 * of X'X + penalties, from Lz = X'y and L'b = z. Overwrites the equations.
 */
export function solveRidge(
  { width, targets, cells }: NormalEquations,
  penalties: Float64Array,
): Float64Array {
  const moments = startOfRow(width)
  const lastRow = width + targets - 1
  const startOf = (row: number) => (row <= width ? startOfRow(row) : moments + (row - width) * width)
  for (let column = 0; column < width; column++) {
    const above = startOfRow(column)
    const diagonal = (cells[above + column] ?? 0) + (penalties[column] ?? 0)
    const square = diagonal - dotProduct(cells, above, cells, above, column)
    const pivot = square > SINGULAR * diagonal ? Math.sqrt(square) : Infinity
    cells[above + column] = pivot
    // Two rows at once take half the time, since their sums are independent. A single last row is paired with itself.
    for (let row = column + 1; row <= lastRow; row += 2) {
      const first = startOf(row)
      const second = startOf(Math.min(row + 1, lastRow))
      let firstRest = cells[first + column] ?? 0
      let secondRest = cells[second + column] ?? 0
      for (let i = 0; i < column; i++) {
        const value = cells[above + i] ?? 0
        firstRest -= (cells[first + i] ?? 0) * value
        secondRest -= (cells[second + i] ?? 0) * value
      }
      cells[first + column] = firstRest / pivot
      cells[second + column] = secondRest / pivot
    }
  }
  const solutions = cells.slice(moments)
  for (let from = 0; from < solutions.length; from += width)
    for (let row = width - 1; row >= 0; row--) {
      const start = startOfRow(row)
      const coefficient = (solutions[from + row] ?? 0) / (cells[start + row] ?? 1)
      solutions[from + row] = coefficient
      for (let i = 0; i < row; i++)
        solutions[from + i] = (solutions[from + i] ?? 0) - coefficient * (cells[start + i] ?? 0)
    }
  return solutions
}

/** Two sums at once take four fifths of the time, since an addition waits only for its own sum. */
export function dotProduct(
  a: Float64Array,
  fromA: number,
  b: Float64Array,
  fromB: number,
  count: number,
): number {
  let even = 0
  let odd = 0
  let i = 0
  for (; i + 1 < count; i += 2) {
    even += (a[fromA + i] ?? 0) * (b[fromB + i] ?? 0)
    odd += (a[fromA + i + 1] ?? 0) * (b[fromB + i + 1] ?? 0)
  }
  if (i < count) even += (a[fromA + i] ?? 0) * (b[fromB + i] ?? 0)
  return even + odd
}
