import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { QueryAnswerSchema, QueryColumnsSchema } from '#contract/query.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { encodeAnswer } from './answer-bytes.ts'
import { encodeColumns } from './column-bytes.ts'
import { createTurns } from './turns.ts'

const takeTurns = createTurns()

const power = fc.oneof(fc.constant(Number.NaN), fc.double({ min: -1e6, max: 1e6, noNaN: true }))

test('columns hold what the answer by curve holds, and nothing else', async () => {
  const answer = fc.integer({ min: 0, max: 40 }).chain((length) =>
    fc.uniqueArray(
      fc.record({
        name: fc.string({ unit: 'binary' }).map((text) => `curve ${text}`),
        powerMw: fc
          .array(power, { minLength: length, maxLength: length })
          .map((list) => Float64Array.from(list)),
      }),
      { maxLength: 5, selector: (curve) => curve.name },
    ),
  )
  await fc.assert(
    fc.asyncProperty(answer, async (curves) => {
      const stamps = Array.from({ length: curves[0]?.powerMw.length ?? 0 }, (_, hour) => hour * HOUR_MS)
      const byCurve = QueryAnswerSchema.parse(
        JSON.parse((await takeTurns(encodeAnswer(curves, stamps))).toString()),
      )
      const columns = QueryColumnsSchema.parse(
        JSON.parse((await takeTurns(encodeColumns(curves, stamps))).toString()),
      )
      const keys = columns.timesS.map((timeS) => new Date(timeS * 1000).toISOString().replace('.000', ''))
      expect(columns.curves.map(({ name }) => name)).toEqual(Object.keys(byCurve))
      expect(keys).toEqual(
        [...new Set(Object.values(byCurve).flatMap(({ data }) => Object.keys(data)))].toSorted(),
      )
      for (const { name, values } of columns.curves) {
        const data = byCurve[name]?.data ?? {}
        expect(values).toEqual(Object.keys(data).length === 0 ? [] : keys.map((key) => data[key] ?? null))
      }
    }),
    { numRuns: 300 },
  )
})

test('leaves out stamps that no curve reaches, and keeps gaps', async () => {
  const curves = [
    { name: 'Actual', powerMw: Float64Array.from([NaN, 1, NaN, 2.345, NaN, NaN]) },
    { name: 'TSO forecast', powerMw: new Float64Array(6).fill(NaN) },
    { name: 'Model forecast', powerMw: Float64Array.from([NaN, NaN, NaN, NaN, NaN, -3]) },
  ]
  const stamps = Array.from(curves[0]?.powerMw ?? [], (_, hour) => hour * HOUR_MS)
  expect((await takeTurns(encodeColumns(curves, stamps))).toString()).toBe(
    '{"timesS":[3600,7200,10800,18000],"curves":[{"name":"Actual","values":[1,null,2.35,null]},' +
      '{"name":"TSO forecast","values":[]},{"name":"Model forecast","values":[null,null,null,-3]}]}',
  )
})
