import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { addScaled, addScaledRuns, dotProduct, eightProducts } from './vectors.ts'

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

test('eight products at once are those of two runs with four', () => {
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      (...args) => {
        const [a, b, from, strideA, strideB, count] = args
        const [left, right] = [Float64Array.from(a), Float64Array.from(b)]
        const products = new Float64Array(8)
        eightProducts(left, from, strideA, right, from, strideB, count, products)
        const expected = [0, 1].flatMap((j) =>
          [0, 1, 2, 3].map((k) => dotProduct(left, from + j * strideA, right, from + k * strideB, count)),
        )
        expect([...products]).toEqual(expected)
      },
    ),
  )
})

test('runs times their factors are added to their place, all of them', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, fc.nat({ max: 3 }), fc.nat({ max: 6 }), (...args) => {
      const [target, runs, factors, from, runCount] = args
      for (const sign of [1, -1] as const) {
        const sum = Float64Array.from(target)
        addScaledRuns(sum, from, Float64Array.from(runs), 3, Float64Array.from(factors), from, sign, runCount)
        const expected = Float64Array.from(target)
        for (let run = 0; run < runCount; run++)
          addScaled(expected, from, Float64Array.from(runs), run * 3, sign * (factors[from + run] ?? NaN), 3)
        expect([...sum]).toEqual([...expected])
      }
    }),
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
