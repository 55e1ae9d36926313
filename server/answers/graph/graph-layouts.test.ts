import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { CURVE_KINDS, QueryAnswerSchema, QueryColumnsSchema } from '#contract/query.ts'
import { HOUR_MS } from '#contract/time.ts'

import { type Curve, writeColumns, writeCurves } from './graph-answers.ts'

const hours = (count: number) => Array.from({ length: count }, (_, hour) => hour * HOUR_MS)

const power = fc.oneof(
  fc.constant(NaN),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0, -0, 0.004, -0.004, 9.995, 21_474_836.47, -21_474_836.47, 1e300, Infinity),
)
const curves = fc.integer({ min: 0, max: 20 }).chain((length) =>
  fc.uniqueArray(
    fc.record({
      name: fc.string({ unit: 'binary' }).map((text) => `curve ${text}`),
      kind: fc.constantFrom(...CURVE_KINDS),
      powerMw: fc
        .array(power, { minLength: length, maxLength: length })
        .map((list) => Float64Array.from(list)),
    }),
    { maxLength: 5, selector: (curve) => curve.name },
  ),
)

test('an answer holds each curve from its first to its last value, to hundredths, and null for what is no power', () => {
  const powerMw = [NaN, 1.006, NaN, 1e300, -0.001, -2.345, NaN]
  const curve: Curve = { name: 'a "b"', kind: 'actual', powerMw: Float64Array.from(powerMw) }
  const none: Curve = { name: 'TSO forecast', kind: 'tso', powerMw: new Float64Array(7).fill(NaN) }
  expect([...writeCurves([curve, none], hours(7))].join('')).toBe(
    '{"a \\"b\\"":{"data":{"1970-01-01T01:00:00Z":1.01,"1970-01-01T02:00:00Z":null,"1970-01-01T03:00:00Z":null,' +
      '"1970-01-01T04:00:00Z":0,"1970-01-01T05:00:00Z":-2.35}},"TSO forecast":{"data":{}}}',
  )
})

test('columns hold what the answer by curve holds, exactly, and nothing else', () => {
  fc.assert(
    fc.property(curves, (given) => {
      const stamps = hours(given[0]?.powerMw.length ?? 0)
      const byCurve = QueryAnswerSchema.parse(JSON.parse([...writeCurves(given, stamps)].join('')))
      const columns = QueryColumnsSchema.parse(JSON.parse([...writeColumns(given, stamps)].join('')))
      const keys = columns.timesS.map((timeS) => new Date(timeS * 1000).toISOString().replace('.000', ''))
      expect(columns.curves.map(({ name }) => name)).toEqual(Object.keys(byCurve))
      expect(columns.curves.map(({ kind }) => kind)).toEqual(given.map(({ kind }) => kind))
      expect(keys).toEqual(
        [...new Set(Object.values(byCurve).flatMap(({ data }) => Object.keys(data)))].toSorted(),
      )
      for (const { name, powerMw } of columns.curves) {
        const data = byCurve[name]?.data ?? {}
        const isEmpty = Object.keys(data).length === 0
        expect(powerMw).toEqual(isEmpty ? [] : keys.map((key) => data[key] ?? null))
      }
    }),
  )
})
