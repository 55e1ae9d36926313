import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Block, StepMinutes } from '#server/series/series.ts'

import { mergeBlocks, sumQuarterHours, toBlocks } from './quarter-hours.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)
const DAY = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 24 * HOUR_MS }

function block(hour: number, stepMinutes: StepMinutes, powerMw: number[]): Block {
  return { startsAtUtc: MIDNIGHT + hour * HOUR_MS, stepMinutes, powerMw: Float64Array.from(powerMw) }
}
const merged = (...blocks: Block[]) => toBlocks(mergeBlocks(blocks, DAY).quarters)

describe('merging', () => {
  test('joins neighbours of one step and breaks at a gap', () => {
    expect(merged(block(3, 60, [3]), block(1, 60, [1, 2]), block(5, 60, [5]))).toEqual([
      block(1, 60, [1, 2, 3]),
      block(5, 60, [5]),
    ])
  })

  test('a missing value is a gap and overlays nothing', () => {
    expect(merged(block(0, 60, [1, 2, 3]), block(0, 60, [NaN, 5]))).toEqual([block(0, 60, [1, 5, 3])])
    expect(merged(block(0, 60, [1, NaN, 3]))).toEqual([block(0, 60, [1]), block(2, 60, [3])])
  })

  test('the finest step wins, whichever comes first', () => {
    const hours = block(0, 60, [100, 200, 300])
    const quarters = block(1, 15, [1, 2, 3, 4])
    const expected = [block(0, 60, [100]), block(1, 15, [1, 2, 3, 4]), block(2, 60, [300])]
    expect(merged(hours, quarters)).toEqual(expected)
    expect(merged(quarters, hours)).toEqual(expected)
  })

  test('what a finer value leaves of an hour keeps the value of the hour', () => {
    expect(merged(block(0, 60, [100]), block(0.25, 15, [7]))).toEqual([block(0, 15, [100, 7, 100, 100])])
    expect(merged(block(0, 60, [100]), block(0.5, 30, [7]))).toEqual([
      block(0, 15, [100, 100]),
      block(0.5, 30, [7]),
    ])
  })

  test('of the same step the later block wins, and each replaced value is counted', () => {
    const { quarters, overlaid } = mergeBlocks([block(0, 60, [1, 2]), block(1, 60, [9, 3])], DAY)
    expect(toBlocks(quarters)).toEqual([block(0, 60, [1, 9, 3])])
    expect(overlaid).toBe(1)
  })

  test('a day of zeros gives way to another dataset of the same hours, whatever its step and place', () => {
    const real = block(0, 60, Array<number>(24).fill(100))
    const zeros = block(0, 15, Array<number>(96).fill(0))
    expect(merged(real, zeros)).toEqual([real])
    expect(merged(zeros, real)).toEqual([real])
    expect(merged(zeros)).toEqual([zeros])
  })

  test('values outside the span are left out, and zero is a value', () => {
    expect(merged(block(-1, 60, [1, 0]), block(23, 60, [5, 6]))).toEqual([
      block(0, 60, [0]),
      block(23, 60, [5]),
    ])
  })

  test('any blocks of quarter hours come back value by value', () => {
    const value = fc.oneof(fc.constant(NaN), fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 96 }), (values) => {
        const read = Array.from({ length: values.length }, () => NaN)
        for (const { startsAtUtc, powerMw } of merged(block(0, 15, values)))
          for (const [index, mw] of powerMw.entries())
            read[(startsAtUtc - MIDNIGHT) / (15 * MINUTE_MS) + index] = mw
        expect(read).toEqual(values)
      }),
    )
  })
})

describe('summing', () => {
  const quarters = (part: Block) => mergeBlocks([part], DAY).quarters
  const sum = (first: Block, second: Block, isSecondNeeded = (_utc: number) => true) =>
    toBlocks(sumQuarterHours(quarters(first), quarters(second), isSecondNeeded))

  test('exists only where both parts do', () => {
    expect(sum(block(0, 60, [1, 2, NaN]), block(1, 60, [10, 20, 30]))).toEqual([block(1, 60, [12])])
  })

  test('is only the first part where the second one is not needed and not published', () => {
    const isNeeded = (utc: number) => utc >= MIDNIGHT + 2 * 60 * MINUTE_MS
    expect(sum(block(0, 60, [1, 2, 3]), block(1, 60, [10]), isNeeded)).toEqual([block(0, 60, [1, 12])])
  })

  test('is at the finer step where the parts differ', () => {
    expect(sum(block(0, 60, [100]), block(0, 15, [1, 2, 3, 4]))).toEqual([block(0, 15, [101, 102, 103, 104])])
  })
})
