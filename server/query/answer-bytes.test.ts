import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeAnswer } from './answer-bytes.ts'
import type { Curve } from './graph-curves.ts'
import { createTurns } from './turns.ts'

const takeTurns = createTurns()

/** The same answer the slow way. */
function encodePlainly(curves: readonly Curve[], stamps: readonly number[]): string {
  const answer: Record<string, { data: Record<string, number | null> }> = {}
  for (const { name, powerMw } of curves) {
    const present = [...powerMw.keys()].filter((index) => !Number.isNaN(powerMw[index]))
    const data: Record<string, number | null> = {}
    for (let index = present[0] ?? 0; index <= (present.at(-1) ?? -1); index += 1) {
      const value = powerMw[index] ?? Number.NaN
      const key = new Date(stamps[index] ?? 0).toISOString().replace('.000', '')
      const rounded = Math.sign(value) * (Math.round(Math.abs(value) * 100) / 100)
      data[key] = Number.isNaN(value) ? null : rounded
    }
    answer[name] = { data }
  }
  return JSON.stringify(answer)
}

const quarterHour = 15 * 60_000
const stamps = fc
  .uniqueArray(fc.integer({ min: Date.UTC(2000, 0) / quarterHour, max: Date.UTC(2101, 0) / quarterHour }), {
    maxLength: 40,
  })
  .map((list) => list.toSorted((a, b) => a - b).map((stamp) => stamp * quarterHour))
const power = fc.oneof(
  fc.constant(Number.NaN),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.integer({ min: -100_000, max: 100_000 }).map((hundredths) => hundredths / 100),
  // Where a number gets one more digit.
  fc.integer({ min: 0, max: 7 }).chain((zeros) => fc.constantFrom(10 ** zeros, 10 ** zeros - 0.01)),
  fc.constantFrom(0, -0, 0.004, -0.004, 0.1, 100, 9.995, 21_474_836.47, -21_474_836.47),
)

test('writes what JSON.stringify would', async () => {
  const answer = stamps.chain((stamps) =>
    fc.record({
      stamps: fc.constant(stamps),
      curves: fc.uniqueArray(
        fc.record({
          name: fc.string({ unit: 'binary' }).map((text) => `curve ${text}`),
          powerMw: fc
            .array(power, { minLength: stamps.length, maxLength: stamps.length })
            .map((list) => Float64Array.from(list)),
        }),
        { maxLength: 5, selector: (curve) => curve.name },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(answer, async ({ curves, stamps }) => {
      expect((await takeTurns(encodeAnswer(curves, stamps))).toString()).toBe(encodePlainly(curves, stamps))
    }),
    { numRuns: 500 },
  )
})

test('writes a number too large to be a power as missing', async () => {
  const curves = [{ name: 'a', powerMw: Float64Array.from([1, 1e300, Number.POSITIVE_INFINITY, 2]) }]
  const hours = [0, 1, 2, 3].map((hour) => hour * 3_600_000)
  expect((await takeTurns(encodeAnswer(curves, hours))).toString()).toBe(
    '{"a":{"data":{"1970-01-01T00:00:00Z":1,"1970-01-01T01:00:00Z":null,"1970-01-01T02:00:00Z":null,"1970-01-01T03:00:00Z":2}}}',
  )
})
