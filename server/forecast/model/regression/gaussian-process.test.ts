import { Matrix, solve } from 'ml-matrix'
import { expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { toDayTable } from '#server/forecast/model/history/day-table.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { createGaussianProcess } from './gaussian-process.ts'

const DAYS = 80
const WIDTH = 3
const random = createRandom(7)
const points = Array.from({ length: DAYS }, () => Float64Array.from({ length: WIDTH }, () => random() - 0.5))
const target = Float64Array.from({ length: DAYS * HOURS_PER_DAY }, (_, cell) => {
  const [a = 0, b = 0] = points[Math.floor(cell / HOURS_PER_DAY)] ?? []
  return 100 * a + 80 * Math.sin(4 * b) + 5 * random()
})
const features = { width: WIDTH, tableWith: () => Float64Array.from(points.flatMap((point) => [...point])) }

/** The textbook's k*(K + noise)⁻¹y over days 9 to `day` − 2, scaled by the days up to `scaledAt` − 2. */
function predictDirectly(day: number, scaledAt: number): number[] {
  const days = Array.from({ length: day - 2 - 9 + 1 }, (_, i) => 9 + i)
  const scales = Array.from({ length: WIDTH }, (_, k) => {
    const squares = days.filter((past) => past <= scaledAt - 2).map((past) => (points[past]?.[k] ?? 0) ** 2)
    return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / squares.length)
  })
  const scaled = (past: number) => scales.map((scale, k) => (points[past]?.[k] ?? 0) / scale)
  const covariance = (a: number[], b: number[]) => {
    const product = a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
    const distance = a.reduce((sum, value, k) => sum + (value - (b[k] ?? 0)) ** 2, 0)
    return 1 + (2 * product) / WIDTH + Math.exp(-distance / (2 * WIDTH * 1.2 * 1.2))
  }
  const gram = new Matrix(
    days.map((a) => days.map((b) => covariance(scaled(a), scaled(b)) + (a === b ? 0.3 : 0))),
  )
  const y = new Matrix(
    days.map((past) => [...target.subarray(past * HOURS_PER_DAY, (past + 1) * HOURS_PER_DAY)]),
  )
  const weights = solve(gram, y)
  const row = new Matrix([days.map((past) => covariance(scaled(day), scaled(past)))])
  return row.mmul(weights).to1DArray()
}

test('predicts what the covariances of all learned days give, also after days were added', () => {
  const process = createGaussianProcess(features, toDayTable(target), 0)
  process.predict(49)
  const added = process.predict(55)
  for (const [hour, value] of predictDirectly(55, 49).entries()) expect(added[hour]).toBeCloseTo(value, 6)
})

test('predicts the same for a day, whichever day was asked for first', () => {
  const walking = createGaussianProcess(features, toDayTable(target), 0)
  for (let day = 45; day < 70; day++) walking.predict(day)
  const direct = createGaussianProcess(features, toDayTable(target), 0).predict(70)
  for (const [hour, value] of walking.predict(70).entries()) expect(value).toBeCloseTo(direct[hour] ?? NaN, 6)
})

test('learns what is not a straight line', () => {
  const process = createGaussianProcess(features, toDayTable(target), 0)
  let error = 0
  for (let day = 60; day < DAYS; day++)
    error += Math.abs((process.predict(day)[0] ?? NaN) - (target[day * HOURS_PER_DAY] ?? NaN)) / 20
  expect(error).toBeLessThan(20)
})

test('predicts nothing before four weeks, nor for a day without features', () => {
  const process = createGaussianProcess(features, toDayTable(target), 0)
  expect(process.predict(37).every(Number.isNaN)).toBe(true)
  expect(process.predict(39).every(Number.isFinite)).toBe(true)
  expect(process.predict(DAYS + 1).every(Number.isNaN)).toBe(true)
})

test('learns from the other hours of a day that lacks one', () => {
  const holed = target.map((value, cell) => (cell % (5 * HOURS_PER_DAY) === 2 ? NaN : value))
  const ofWhole = createGaussianProcess(features, toDayTable(target), 0).predict(70)
  const ofHoled = createGaussianProcess(features, toDayTable(holed), 0).predict(70)
  for (const [hour, value] of ofHoled.entries())
    expect(Math.abs(value - (ofWhole[hour] ?? NaN))).toBeLessThan(hour === 2 ? 20 : 1e-9)
})
