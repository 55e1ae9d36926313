import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { addScaled, dotProduct, fourProducts } from './vectors.ts'

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 20, maxLength: 20 })
const at = fc.nat({ max: 8 })
const length = fc.nat({ max: 12 })

test('a dot product is that of the runs, whatever their length', () => {
  fc.assert(
    fc.property(numbers, numbers, at, at, length, (a, b, fromA, fromB, count) => {
      const expected = Array.from({ length: count }, (_, i) => (a[fromA + i] ?? NaN) * (b[fromB + i] ?? NaN))
      const product = dotProduct(Float64Array.from(a), fromA, Float64Array.from(b), fromB, count)
      expect(product).toBe(expected.reduce((sum, value) => sum + value, 0))
    }),
  )
})

test('four products at once are those of the four runs', () => {
  fc.assert(
    fc.property(
      numbers,
      numbers,
      at,
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      (...args) => {
        const [a, b, fromA, fromB, stride, count] = args
        const [left, right] = [Float64Array.from(a), Float64Array.from(b)]
        const products = new Float64Array(4)
        fourProducts(left, fromA, right, fromB, stride, count, products)
        const expected = [0, 1, 2, 3].map((k) => dotProduct(left, fromA, right, fromB + k * stride, count))
        expect([...products]).toEqual(expected)
      },
    ),
  )
})

test('a scaled run is added to its place and nowhere else', () => {
  fc.assert(
    fc.property(numbers, numbers, at, at, length, (target, source, fromTarget, fromSource, count) => {
      const sum = Float64Array.from(target)
      addScaled(sum, fromTarget, Float64Array.from(source), fromSource, 3, count)
      const expected = target.map((value, i) => {
        const isInRun = i >= fromTarget && i < fromTarget + count
        return isInRun ? value + 3 * (source[fromSource + i - fromTarget] ?? NaN) : value
      })
      expect([...sum]).toEqual(expected)
    }),
  )
})
