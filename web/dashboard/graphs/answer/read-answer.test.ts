import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { QueryEnvelopeSchema } from '#contract/query.ts'
import { ApiError } from '#web/api/api-error.ts'

import { readAnswer } from './read-answer.ts'

const atS = (text: string) => Date.parse(text) / 1000

test('curves with an empty data map are left out, the stamps of all curves are merged and sorted by time', () => {
  const answer = {
    Actual: { data: { '2026-01-10T01:00:00Z': 0, '2026-01-09T23:00:00Z': -12.5 } },
    'Model forecast': { data: {} },
    'TSO forecast': { data: { '2026-01-10T00:00:00Z': 3, '2026-01-10T01:00:00Z': null } },
  }
  expect(readAnswer(answer)).toEqual({
    curves: [
      { name: 'Actual', style: 'solid', colourIndex: 0, values: [-12.5, null, 0] },
      { name: 'TSO forecast', style: 'dashed', colourIndex: 1, values: [null, 3, null] },
    ],
    timesS: ['2026-01-09T23:00:00Z', '2026-01-10T00:00:00Z', '2026-01-10T01:00:00Z'].map(atS),
  })
})

test('a curve without values does not give its colour to the next one', () => {
  const data = { '2026-01-10T00:00:00Z': 1 }
  const { curves } = readAnswer({ Actual: { data: {} }, 'TSO forecast': { data }, Germany: { data } })
  expect(curves.map(({ name, colourIndex }) => [name, colourIndex])).toEqual([
    ['TSO forecast', 1],
    ['Germany', 3],
  ])
})

test('an answer without curves is not a failure', () => {
  expect(readAnswer({})).toEqual({ curves: [], timesS: [] })
  expect(readAnswer({ Actual: { data: {} } })).toEqual({ curves: [], timesS: [] })
})

test('two spellings of the same instant are one stamp', () => {
  const data = { '2026-01-10T00:00:00Z': 1, '2026-01-10T01:00:00+01:00': 2 }
  expect(readAnswer({ Actual: { data } })).toMatchObject({
    timesS: [atS('2026-01-10')],
    curves: [{ values: [2] }],
  })
})

test.each([
  ['a stamp of no known form', { soon: 1 }],
  ['a text as value', { '2026-01-10T00:00:00Z': 'NaN' }],
  ['a flag as value', { '2026-01-10T00:00:00Z': true }],
  ['an object as value', { '2026-01-10T00:00:00Z': {} }],
])('%s makes the whole answer unreadable', (_, data) => {
  expect(() => readAnswer({ Actual: { data } })).toThrow(ApiError)
})

test('every value of an answer stands at its stamp in its curve, and nothing else is', () => {
  const stamp = fc.integer({ min: 0, max: 400_000 }).map((hour) => new Date(hour * 3_600_000).toISOString())
  const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
  const answer = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    fc.record({ data: fc.dictionary(stamp, value, { maxKeys: 30 }) }),
    { maxKeys: 6 },
  )
  fc.assert(
    fc.property(answer, (given) => {
      const { timesS, curves } = readAnswer(given)
      expect(curves.map(({ name }) => name)).toEqual(
        Object.keys(given).filter((name) => Object.keys(given[name]?.data ?? {}).length > 0),
      )
      const stamps = new Set(curves.flatMap(({ name }) => Object.keys(given[name]?.data ?? {})))
      const sorted = [...stamps].toSorted((one, other) => atS(one) - atS(other))
      expect(timesS).toEqual(sorted.map(atS))
      for (const { name, values } of curves)
        expect(values).toEqual(sorted.map((text) => given[name]?.data[text] ?? null))
    }),
  )
})

test('any answer is read or refused as unreadable, and never throws anything else', () => {
  const read = (body: unknown) => {
    const parsed = QueryEnvelopeSchema.safeParse(body)
    if (!parsed.success) return 'refused'
    try {
      readAnswer(parsed.data)
      return 'read'
    } catch (error) {
      return error instanceof ApiError ? 'refused' : error
    }
  }
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(['read', 'refused']).toContain(read(body))
    }),
    { numRuns: 1000 },
  )
})
