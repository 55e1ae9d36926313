import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { CURVE_KINDS, CURVE_NAMES } from '#contract/query.ts'
import { ApiError } from '#web/api/api-error.ts'

import { AnswerSchema, readColumns, readCurves } from './read-answer.ts'

const OWN = { isEarlier: false, style: 'solid' }
const TSO = { name: 'TSO forecast', ownName: 'TSO forecast', kind: 'tso' }
const atS = (text: string) => Date.parse(text) / 1000

test('curves with an empty data map are left out, the stamps of all curves are merged and sorted by time @§3.1-14', () => {
  const answer = {
    Actual: { data: { '2026-01-10T01:00:00Z': 0, '2026-01-09T23:00:00Z': -12.5 } },
    'Model forecast': { data: {} },
    'TSO forecast': { data: { '2026-01-10T00:00:00Z': 3, '2026-01-10T01:00:00Z': null } },
  }
  expect(readCurves(answer)).toEqual({
    curves: [
      {
        ...OWN,
        name: 'Actual',
        ownName: 'Actual',
        kind: 'actual',
        colourIndex: 0,
        values: [-12.5, null, 0],
        ownStamps: [true, false, true],
      },
      {
        ...OWN,
        ...TSO,
        style: 'dashed',
        colourIndex: 2,
        values: [null, 3, null],
        ownStamps: [false, true, true],
      },
    ],
    timesS: ['2026-01-09T23:00:00Z', '2026-01-10T00:00:00Z', '2026-01-10T01:00:00Z'].map(atS),
  })
})

test('curves of another backend go through the cycle from its first colour on, and one without values keeps its place', () => {
  const data = { '2026-01-10T00:00:00Z': 1 }
  const { curves } = readCurves({ Actual: { data: {} }, 'TSO forecast': { data }, Germany: { data } })
  expect(curves.map(({ name, colourIndex }) => [name, colourIndex])).toEqual([
    ['TSO forecast', 1],
    ['Germany', 2],
  ])
  expect(readCurves({ 'TSO forecast': { data } }).curves[0]?.colourIndex).toBe(0)
})

test('an answer without curves is not a failure', () => {
  expect(readCurves({})).toEqual({ curves: [], timesS: [] })
  for (const data of [{}, []]) expect(readCurves({ Actual: { data } })).toEqual({ curves: [], timesS: [] })
})

test('two spellings of the same instant are one stamp', () => {
  const data = { '2026-01-10T00:00:00Z': 1, '2026-01-10T01:00:00+01:00': 2 }
  expect(readCurves({ Actual: { data } })).toMatchObject({
    timesS: [atS('2026-01-10')],
    curves: [{ values: [2] }],
  })
})

/** `read` or `refused`; any other outcome is a bug. */
function outcomeOf(answer: unknown): unknown {
  try {
    return AnswerSchema.safeParse(answer).success ? 'read' : 'refused'
  } catch (error) {
    return error instanceof ApiError ? 'refused' : error
  }
}

test.each([
  ['a text', 'NaN'],
  ['a flag', true],
  ['an object', {}],
])('%s as value is a missing value, and the rest is read', (_, odd) => {
  const data = { '2026-01-10T00:00:00Z': odd, '2026-01-10T01:00:00Z': 2 }
  expect(readCurves({ Actual: { data } })).toMatchObject({ curves: [{ values: [null, 2] }] })
})

test.each([
  ['a stamp of no known form', { data: { soon: 1 } }],
  ['no data', null],
])('a curve with %s is named beside the others, and alone it is a failure', (_, odd) => {
  const good = { data: { '2026-01-10T00:00:00Z': 1 } }
  expect(readCurves({ Solar: odd, Actual: good }).curves).toMatchObject([
    { name: 'Solar (could not be read)', values: [null] },
    { name: 'Actual', values: [1] },
  ])
  expect(outcomeOf({ Solar: odd })).toBe('refused')
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
      const { timesS, curves } = readCurves(given)
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

const HOURS_S = [0, 3600, 7200]

test('columns are read exactly, with the kinds that they name', () => {
  const { timesS, curves } = readColumns({
    timesS: HOURS_S,
    curves: [
      { name: 'Belgium', kind: 'actual', powerMw: [null, 2.35, -21_474_836.47] },
      { name: 'TSO forecast', kind: 'tso', powerMw: [] },
      { name: 'Forecast Islands', kind: 'member', area: 'PL', powerMw: [0, -0.01, 21_474_836.47] },
    ],
  })
  expect(timesS).toEqual(HOURS_S)
  expect(curves).toMatchObject([
    { name: 'Belgium', kind: 'actual', style: 'solid', colourIndex: 0, values: [null, 2.35, -21_474_836.47] },
    { kind: 'member', area: 'PL', style: 'solid', colourIndex: 3, values: [0, -0.01, 21_474_836.47] },
  ])
})

test('an answer by columns reads like the same answer by curves', () => {
  const power = fc.oneof(fc.constant(null), fc.double({ min: -1e7, max: 1e7, noNaN: true }))
  const columns = fc
    .uniqueArray(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 30 })
    .map((list) => list.toSorted((one, other) => one - other).map((hour) => hour * 3600))
    .chain((timesS) =>
      fc.record({
        timesS: fc.constant(timesS),
        curves: fc.tuple(
          ...(['actual', 'tso', 'model'] as const).map((kind) =>
            fc.record({
              kind: fc.constant(kind),
              powerMw: fc.array(power, { minLength: timesS.length, maxLength: timesS.length }),
            }),
          ),
        ),
      }),
    )
  fc.assert(
    fc.property(columns, ({ timesS, curves }) => {
      const byCurve = curves.map(({ kind, powerMw }) => {
        const data = powerMw.map((value, row) => [String(timesS[row]), value])
        return [CURVE_NAMES[kind], { data: Object.fromEntries(data) }]
      })
      const byColumn = curves.map(({ kind, powerMw }) => ({ name: CURVE_NAMES[kind], kind, powerMw }))
      expect(readColumns({ timesS, curves: byColumn })).toEqual(readCurves(Object.fromEntries(byCurve)))
    }),
  )
})

const actual = (...powerMw: unknown[]) => ({ name: 'Actual', kind: 'actual' as const, powerMw })

test.each([
  ['a column that is too short', { timesS: [0, 3600], curves: [actual(1)] }],
  ['a column that is too long', { timesS: [0], curves: [actual(1, 2)] }],
  ['a value that is not a number', { timesS: [0], curves: [actual('1')] }],
  ['times that do not ascend', { timesS: [3600, 0], curves: [] }],
  ['a time twice', { timesS: [0, 0], curves: [] }],
  ['a curve twice', { timesS: [0], curves: [actual(1), actual(1)] }],
])('an answer with %s is refused as a whole', (_, answer) => {
  expect(outcomeOf(answer)).toBe('refused')
})

test('any answer is read or refused as unreadable, and never throws anything else', () => {
  const columns = fc.record({
    timesS: fc.array(fc.oneof(fc.integer(), fc.jsonValue()), { maxLength: 3 }),
    curves: fc.array(
      fc.record({
        name: fc.string(),
        kind: fc.oneof(fc.constantFrom(...CURVE_KINDS), fc.string()),
        powerMw: fc.oneof(fc.array(fc.float()), fc.jsonValue()),
      }),
    ),
  })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), columns), (body) => {
      expect(['read', 'refused']).toContain(outcomeOf(body))
    }),
    { numRuns: 1000 },
  )
})
