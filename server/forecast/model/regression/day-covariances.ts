import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createNumbers } from '#server/forecast/model/history/numbers.ts'

import { addScaledRuns, dotProduct, eightProducts } from './vectors.ts'

/** Share of noise, of a constant, of a straight line and of similarity in the covariance of two days. */
const NOISE = 0.3
const CONSTANT = 1
const LINEAR = 2
const LIKENESS = 1
/** Distance at which days are no longer similar, in standard deviations per feature. */
const LENGTH_SCALE = 1.2

/** Days that are projected at once. */
export const BLOCK_DAYS = 4

/** The Cholesky factor of the covariances of learned days, a row a day. In the rows from `count` on, more days are tried. */
export interface DayCovariances {
  readonly width: number
  /** Length of a row of the factor. */
  readonly capacity: number
  /** Learned days. */
  count: number
  /** Features, row × width. */
  readonly points: Float64Array
  /** Their squared lengths. */
  readonly norms: Float64Array
  /** Lower triangle, row × capacity + column. */
  readonly factor: Float64Array
  /** Factor⁻¹ × targets, row × 24 + hour. */
  readonly whitened: Float64Array
}

/** Room for `days` days of `width` features, and for a block to try. */
export function createDayCovariances(width: number, days: number): DayCovariances {
  const capacity = days + BLOCK_DAYS
  return {
    width,
    capacity,
    count: 0,
    points: createNumbers(capacity * width),
    norms: new Float64Array(capacity),
    factor: createNumbers(capacity * capacity),
    whitened: createNumbers(capacity * HOURS_PER_DAY),
  }
}

/** Enters the features of a day, which has its own row in `features`, each times its scale. */
export function placeDay(
  days: DayCovariances,
  row: number,
  features: Float64Array,
  day: number,
  scales: Float64Array,
): void {
  const { width, points, norms } = days
  const at = row * width
  for (let i = 0; i < width; i++) points[at + i] = (features[day * width + i] ?? 0) * (scales[i] ?? 0)
  norms[row] = dotProduct(points, at, points, at, width)
}

/** Covariance of two days from the product of their features and their squared lengths. */
function covariance(product: number, norm: number, otherNorm: number, width: number): number {
  const distance = norm + otherNorm - 2 * product
  const likeness = Math.exp(-distance / (2 * width * LENGTH_SCALE * LENGTH_SCALE))
  return CONSTANT + (LINEAR * product) / width + LIKENESS * likeness
}

/** Factor⁻¹ × covariances of the day placed in `row` with all before it, from column `from` on: its row of the factor. */
export function projectDay(days: DayCovariances, row: number, from: number): void {
  const { width, capacity, points, norms, factor } = days
  const at = row * capacity
  for (let i = from; i < row; i++) {
    const product = dotProduct(points, i * width, points, row * width, width)
    const explained = dotProduct(factor, i * capacity, factor, at, i)
    const rest = covariance(product, norms[i] ?? 0, norms[row] ?? 0, width) - explained
    factor[at + i] = rest / (factor[i * capacity + i] ?? 1)
  }
}

/** The same for a block of days from `first` on, up to that column: two rows before it are read at once for all four. */
export function projectBlock(days: DayCovariances, first: number): void {
  const { width, capacity, points, norms, factor } = days
  const products = new Float64Array(2 * BLOCK_DAYS)
  const explained = new Float64Array(2 * BLOCK_DAYS)
  const whole = (column: number, k: number) =>
    covariance(products[k] ?? 0, norms[column] ?? 0, norms[first + (k % BLOCK_DAYS)] ?? 0, width)
  for (let i = 0; i < first; i += 2) {
    const next = i + 1
    eightProducts(points, i * width, width, points, first * width, width, width, products)
    eightProducts(factor, i * capacity, capacity, factor, first * capacity, capacity, i, explained)
    const pivot = factor[i * capacity + i] ?? 1
    const nextPivot = factor[next * capacity + next] ?? 1
    const between = factor[next * capacity + i] ?? 0
    for (let k = 0; k < BLOCK_DAYS; k++) {
      const at = (first + k) * capacity
      const ofColumn = (whole(i, k) - (explained[k] ?? 0)) / pivot
      factor[at + i] = ofColumn
      if (next === first) continue
      const ofNext = (explained[BLOCK_DAYS + k] ?? 0) + between * ofColumn
      factor[at + next] = (whole(next, BLOCK_DAYS + k) - ofNext) / nextPivot
    }
  }
}

/** Learns the next day, which is projected, from its 24 targets. */
export function learnDay(days: DayCovariances, targets: Float64Array): void {
  const { width, capacity, count, norms, factor, whitened } = days
  const at = count * capacity
  const start = count * HOURS_PER_DAY
  const variance = CONSTANT + LIKENESS + (LINEAR * (norms[count] ?? 0)) / width
  const rest = variance - dotProduct(factor, at, factor, at, count)
  const pivot = Math.sqrt(Math.max(rest, 0) + NOISE)
  factor[at + count] = pivot
  whitened.set(targets, start)
  addScaledRuns(whitened, start, whitened, HOURS_PER_DAY, factor, at, -1, count)
  for (let cell = start; cell < start + HOURS_PER_DAY; cell++) whitened[cell] = (whitened[cell] ?? 0) / pivot
  days.count++
}

/** The 24 expected values of the next day, which is projected. */
export function expectDay({ capacity, count, factor, whitened }: DayCovariances): Float64Array {
  const expected = new Float64Array(HOURS_PER_DAY)
  addScaledRuns(expected, 0, whitened, HOURS_PER_DAY, factor, count * capacity, 1, count)
  return expected
}
