import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { ColumnsEnvelopeSchema } from '#contract/query.ts'
import { ApiError } from '#web/api/api-error.ts'

import { readAnswer } from './read-answer.ts'

const HOUR_S = 3600
const hours = (count: number) => Array.from({ length: count }, (_, hour) => hour * HOUR_S)

const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
/** Times, and curves that have a value at each of them or no values at all. */
const columns = fc
  .uniqueArray(fc.integer({ min: 0, max: 400_000 }), { maxLength: 30 })
  .map((list) => list.toSorted((one, other) => one - other).map((hour) => hour * HOUR_S))
  .chain((timesS) =>
    fc.record({
      timesS: fc.constant(timesS),
      curves: fc.uniqueArray(
        fc.record({
          name: fc.string({ minLength: 1 }).filter((name) => name !== '__proto__' && !/^\d+$/.test(name)),
          values: fc.oneof(
            fc.constant<(number | null)[]>([]),
            fc.array(value, { minLength: timesS.length, maxLength: timesS.length }),
          ),
        }),
        { maxLength: 6, selector: ({ name }) => name },
      ),
    }),
  )

test('an answer by columns reads like the same answer by curves', () => {
  fc.assert(
    fc.property(columns, ({ timesS, curves }) => {
      const byCurve = Object.fromEntries(
        curves.map(({ name, values }) => [
          name,
          {
            data: Object.fromEntries(
              values.map((each, row) => [new Date((timesS[row] ?? 0) * 1000).toISOString(), each]),
            ),
          },
        ]),
      )
      const hasValues = curves.some(({ values }) => values.length > 0)
      expect(readAnswer({ timesS: hasValues ? timesS : [], curves })).toEqual(readAnswer(byCurve))
    }),
  )
})

test.each([
  ['times that do not ascend', { timesS: [3600, 0], curves: [] }],
  ['a time twice', { timesS: [0, 0], curves: [] }],
  ['a time that is not a number', { timesS: ['2026-01-10T00:00:00Z'], curves: [] }],
  ['a column that is too short', { timesS: hours(2), curves: [{ name: 'Actual', values: [1] }] }],
  ['a column that is too long', { timesS: hours(1), curves: [{ name: 'Actual', values: [1, 2] }] }],
  ['a text as value', { timesS: hours(1), curves: [{ name: 'Actual', values: ['1'] }] }],
  ['a curve twice', { timesS: hours(1), curves: ['a', 'a'].map((name) => ({ name, values: [1] })) }],
])('%s makes the whole answer unreadable', (_, answer) => {
  expect(() => readAnswer(answer)).toThrow(ApiError)
})

test('any answer that looks like columns is read or refused, and never throws anything else', () => {
  const answer = fc.record({
    timesS: fc.array(fc.oneof(fc.integer(), fc.jsonValue())),
    curves: fc.array(fc.record({ name: fc.string(), values: fc.array(fc.jsonValue()) })),
  })
  const read = (given: unknown) => {
    try {
      readAnswer(ColumnsEnvelopeSchema.parse(given))
      return 'read'
    } catch (error) {
      return error instanceof ApiError ? 'refused' : error
    }
  }
  fc.assert(
    fc.property(answer, (given) => {
      expect(['read', 'refused']).toContain(read(given))
    }),
  )
})
