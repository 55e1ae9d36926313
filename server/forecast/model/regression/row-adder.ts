import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'

import { addRow, type NormalEquations } from './ridge.ts'

const BLOCK_ROWS = 4

/**
 * Adds rows to normal equations four at a time, which takes half as long as one by one: X'X is read and written once for the four. The
 * rows lie in one table, where they stay as they are until they are added.
 */
export interface RowAdder {
  /** A row that lies in `features` from `start` on; a negative weight takes it out again. */
  add(features: Float64Array, start: number, target: number, weight: number): void
  /** Adds what still waits. The equations are complete only after it. */
  flush(): void
}

export function createRowAdder(equations: NormalEquations): RowAdder {
  const rows: WaitingRows = {
    features: new Float64Array(),
    starts: new Int32Array(BLOCK_ROWS),
    targets: new Float64Array(BLOCK_ROWS),
    weights: new Float64Array(BLOCK_ROWS),
  }
  const { starts, targets, weights } = rows
  let count = 0
  return {
    add(features, start, target, weight) {
      rows.features = features
      starts[count] = start
      targets[count] = target
      weights[count] = weight
      count++
      if (count < BLOCK_ROWS) return
      addFourRows(equations, rows)
      count = 0
    },
    flush() {
      for (let row = 0; row < count; row++)
        addRow(equations, rows.features, starts[row] ?? 0, targets[row] ?? 0, weights[row] ?? 0)
      count = 0
    },
  }
}

/**
 * Adds the hours of a day that have features and a target, each by its own adder or all by one. A negative weight takes them out again.
 * Returns how many there are.
 */
export function addHours(
  adders: readonly RowAdder[],
  features: DayFeatures,
  target: DayTable,
  day: number,
  weight: number,
): number {
  const { width } = features
  const rows = features.tableWith(day)
  const values = target.upTo(day)
  let hours = 0
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const cell = day * HOURS_PER_DAY + hour
    const value = values[cell] ?? NaN
    if (Number.isNaN(value) || Number.isNaN(rows[cell * width])) continue
    adders[hour % adders.length]?.add(rows, cell * width, value, weight)
    hours++
  }
  return hours
}

interface WaitingRows {
  features: Float64Array
  starts: Int32Array
  targets: Float64Array
  weights: Float64Array
}

function addFourRows(equations: NormalEquations, rows: WaitingRows): void {
  const { features, starts, targets, weights } = rows
  const { width, gram, moment } = equations
  const first = starts[0] ?? 0
  const second = starts[1] ?? 0
  const third = starts[2] ?? 0
  const fourth = starts[3] ?? 0
  const weight1 = weights[0] ?? 0
  const weight2 = weights[1] ?? 0
  const weight3 = weights[2] ?? 0
  const weight4 = weights[3] ?? 0
  const target1 = targets[0] ?? 0
  const target2 = targets[1] ?? 0
  const target3 = targets[2] ?? 0
  const target4 = targets[3] ?? 0
  // Two features at once, so that what is read of the rows serves both. Of an odd number the first is alone.
  if (width % 2 === 1) addFirstFeature(equations, rows)
  for (let i = width % 2; i < width; i += 2) {
    const next = i + 1
    const cell = (i * next) / 2
    const nextCell = cell + next
    const factor1 = weight1 * (features[first + i] ?? 0)
    const factor2 = weight2 * (features[second + i] ?? 0)
    const factor3 = weight3 * (features[third + i] ?? 0)
    const factor4 = weight4 * (features[fourth + i] ?? 0)
    const nextFactor1 = weight1 * (features[first + next] ?? 0)
    const nextFactor2 = weight2 * (features[second + next] ?? 0)
    const nextFactor3 = weight3 * (features[third + next] ?? 0)
    const nextFactor4 = weight4 * (features[fourth + next] ?? 0)
    const isZero = factor1 === 0 && factor2 === 0 && factor3 === 0 && factor4 === 0
    const isNextZero = nextFactor1 === 0 && nextFactor2 === 0 && nextFactor3 === 0 && nextFactor4 === 0
    // Many features are 0 most of the time: weekdays, and the weather of days that have none.
    if (isZero && isNextZero) continue
    for (let j = 0; j <= i; j++) {
      const value1 = features[first + j] ?? 0
      const value2 = features[second + j] ?? 0
      const value3 = features[third + j] ?? 0
      const value4 = features[fourth + j] ?? 0
      gram[cell + j] =
        (gram[cell + j] ?? 0) + factor1 * value1 + factor2 * value2 + factor3 * value3 + factor4 * value4
      gram[nextCell + j] =
        (gram[nextCell + j] ?? 0) +
        nextFactor1 * value1 +
        nextFactor2 * value2 +
        nextFactor3 * value3 +
        nextFactor4 * value4
    }
    gram[nextCell + next] =
      (gram[nextCell + next] ?? 0) +
      nextFactor1 * (features[first + next] ?? 0) +
      nextFactor2 * (features[second + next] ?? 0) +
      nextFactor3 * (features[third + next] ?? 0) +
      nextFactor4 * (features[fourth + next] ?? 0)
    moment[i] =
      (moment[i] ?? 0) + factor1 * target1 + factor2 * target2 + factor3 * target3 + factor4 * target4
    moment[next] =
      (moment[next] ?? 0) +
      nextFactor1 * target1 +
      nextFactor2 * target2 +
      nextFactor3 * target3 +
      nextFactor4 * target4
  }
  equations.rows += weight1 + weight2 + weight3 + weight4
}

function addFirstFeature(
  { gram, moment }: NormalEquations,
  { features, starts, targets, weights }: WaitingRows,
): void {
  let square = gram[0] ?? 0
  let product = moment[0] ?? 0
  for (let row = 0; row < BLOCK_ROWS; row++) {
    const value = features[starts[row] ?? 0] ?? 0
    const factor = (weights[row] ?? 0) * value
    square += factor * value
    product += factor * (targets[row] ?? 0)
  }
  gram[0] = square
  moment[0] = product
}
