import { expect, test } from 'vitest'

import { createRandom } from '#server/testing/market-history.ts'

import { addRow, createNormalEquations } from './ridge.ts'
import { createRowAdder } from './row-adder.ts'

test.each([3, 4, 11])('%i rows give the equations that they give one by one', (count) => {
  const width = 7
  const random = createRandom(count)
  const [blocks, single] = [createNormalEquations(width), createNormalEquations(width)]
  const adder = createRowAdder(blocks)
  const features = Float64Array.from({ length: count * width + 1 }, (_, i) =>
    i % 3 === 0 ? 0 : 1000 * random() - 500,
  )
  for (let row = 0; row < count; row++) {
    const [target, weight] = [100 * random(), row % 5 === 4 ? -1 : random()]
    adder.add(features, 1 + row * width, target, weight)
    addRow(single, features, 1 + row * width, target, weight)
  }
  adder.flush()
  expect(blocks.rows).toBeCloseTo(single.rows, 12)
  for (const [cell, value] of single.gram.entries()) expect(blocks.gram[cell]).toBeCloseTo(value, 7)
  for (const [i, value] of single.moment.entries()) expect(blocks.moment[i]).toBeCloseTo(value, 7)
})
