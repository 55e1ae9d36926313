import { expect, test } from 'vitest'

import { PALETTE_SIZE } from '#web/chart/plot/palette.ts'

import { bandOf, countExpectedCurves, drawnCurves, joinAreas, looksOf, meaningOf } from './curves.ts'
import { createDefaultFilters, type GraphCurve, type GraphFilters } from './graph-card.ts'
import { readCurves } from './read-answer.ts'

test.each([
  ['Actual', 'actual'],
  ['Actual (without MK)', 'actual'],
  ['TSO forecast', 'tso'],
  ['Model forecast (without BA, MK)', 'model'],
  ['Day-ahead forecast', 'forecast'],
  ['Final forecast', 'forecast'],
  ['P10', null],
  ['Actuality', null],
  ['Germany', null],
  ['constructor', null],
])('a foreign backend’s curve named %s is of kind %s', (name, kind) => {
  expect(meaningOf(name).kind).toBe(kind)
})

test('by its name a foreign backend’s curve is of a member, or lacks members of its group', () => {
  expect(meaningOf('Germany')).toEqual({ kind: null, area: 'DE' })
  expect(meaningOf('TSO forecast (without BA, MK)')).toEqual({ kind: 'tso', without: ['BA', 'MK'] })
})

const colours = (...kinds: Parameters<typeof looksOf>[0]) =>
  looksOf(kinds).map(({ colourIndex }) => colourIndex)

test('Actual, TSO forecast and Model forecast have one colour each, whatever else an answer has or lacks', () => {
  expect(colours('actual', 'tso', 'model')).toEqual([0, 1, 2])
  expect(colours('tso', 'model')).toEqual([1, 2])
  expect(colours('model', 'actual')).toEqual([2, 0])
  expect(colours('actual', 'tso', 'model', 'final', 'member', 'p10')).toEqual([0, 1, 2, 9, 3, 4])
})

test('members of a group go on in the cycle of nine, and then through it again', () => {
  const members = Array.from({ length: 8 }, () => 'member' as const)
  const again = [PALETTE_SIZE, PALETTE_SIZE + 1]
  expect(colours('actual', 'tso', 'model', ...members)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, ...again])
  expect(colours('actual', null)).toEqual([0, 3])
})

test.each<[Partial<GraphFilters>, boolean, number, hasFinal?: boolean]>([
  [{ area: 'DE' }, false, 3],
  [{ area: 'CWE' }, true, 9],
  [{ area: 'DE', compareWith: 'week' }, false, 4],
  [{ area: 'DE', compareWith: 'week' }, true, 6],
  [{ area: 'CEE', compareWith: 'year' }, true, 14],
  [{ area: 'DE' }, false, 4, true],
  [{ area: 'CWE', others: ['DE'] }, true, 2],
  [{ area: 'DE', others: ['FR', 'PL'], compareWith: 'week' }, false, 6],
])(
  'for %j with all forecasts %s %d curves are expected',
  (filters, hasEarlierForecasts, count, hasFinal = false) => {
    expect(
      countExpectedCurves({ ...createDefaultFilters(0), ...filters }, { hasEarlierForecasts, hasFinal }),
    ).toBe(count)
  },
)

test('the final forecast is drawn when it is chosen, its limits are the band around it and never curves', () => {
  const curve = (kind: GraphCurve['kind'], isEarlier = false): GraphCurve => ({
    name: `${kind}${isEarlier ? ' before' : ''}`,
    ownName: String(kind),
    kind,
    isEarlier,
    style: 'solid',
    colourIndex: 0,
    values: [isEarlier ? 1 : 2],
  })
  const own = (['actual', 'final', 'p10', 'p90'] as const).map((kind) => curve(kind))
  const curves = [...(['actual', 'final', 'p10', 'p90'] as const).map((kind) => curve(kind, true)), ...own]
  const namesOf = (hasFinal: boolean) =>
    drawnCurves(curves, { hasEarlierForecasts: true, hasFinal }).map(({ name }) => name)
  expect(namesOf(false)).toEqual(['actual before', 'actual'])
  expect(namesOf(true)).toEqual(['actual before', 'final before', 'actual', 'final'])
  expect(bandOf(curves)).toMatchObject({ name: 'p10–p90', limits: ['p10', 'p90'], low: [2], high: [2] })
  expect(bandOf(own.slice(0, 2))).toBeNull()
})

const hour = (at: number) => `2026-11-25T0${at}:00:00Z`
const timeS = (at: number) => Date.parse(hour(at)) / 1000
const curve = (values: readonly (number | null)[], from = 0) => ({
  data: Object.fromEntries(values.map((value, index) => [hour(from + index), value])),
})

test('an area is what was measured and after that what the TSO forecasts; a gap stays one', () => {
  const germany = readCurves({
    Actual: curve([1, null, 3]),
    'TSO forecast': curve([10, 20, 30, 40, 50]),
    'Model forecast': curve([11, 21, 31, 41, 51]),
  })
  const france = readCurves({ Actual: curve([7], 1) })
  const joined = joinAreas(
    [
      { area: 'DE', data: germany },
      { area: 'FR', data: france },
    ],
    true,
  )
  expect(joined.timesS).toEqual([0, 1, 2, 3, 4].map(timeS))
  expect(joined.curves).toMatchObject([
    {
      name: 'Germany',
      colourIndex: 3,
      values: [1, null, 3, 40, 50],
      forecast: { name: 'TSO forecast', fromS: timeS(3) },
    },
    { name: 'France', colourIndex: 4, values: [null, 7, null, null, null] },
  ])
  expect(joined.curves[1]).not.toHaveProperty('forecast')
})

test('our final forecast comes before that of the TSO, and an earlier period has none', () => {
  const { timesS, curves } = readCurves({ Actual: curve([1, 2]), 'TSO forecast': curve([10, 20, 30]) })
  const final = { kind: 'final', ownName: 'Final forecast', values: [11, 21, 31] } as const
  const data = { timesS, curves: [...curves, ...curves.slice(1).map((tso) => ({ ...tso, ...final }))] }
  const answers = [{ area: 'DE', data }] as const
  expect(joinAreas(answers, true).curves).toMatchObject([
    { values: [1, 2, 31], forecast: { name: 'Final forecast', fromS: timeS(2) } },
  ])
  expect(joinAreas(answers, false).curves).toMatchObject([{ values: [1, 2, null] }])
})

test('a group says which members its sum lacks, a foreign curve is taken as it is, and an area without curves is left out', () => {
  const joined = joinAreas(
    [
      { area: 'SEE', data: readCurves({ 'Actual (without MK)': curve([1]) }) },
      { area: 'PL', data: readCurves({ Consumption: curve([2]) }) },
      { area: 'CZ', data: readCurves({}) },
    ],
    true,
  )
  expect(joined.curves.map(({ name, values }) => [name, ...values])).toEqual([
    ['Southern Eastern Europe (without MK)', 1],
    ['Poland', 2],
  ])
})

test('areas of other steps keep their own stamps', () => {
  const joined = joinAreas(
    [
      {
        area: 'DE',
        data: readCurves({ Actual: { data: { 0: 1, 900: 2 } }, 'TSO forecast': { data: { 1800: 3 } } }),
      },
      { area: 'FR', data: readCurves({ Actual: { data: { 0: 4, 1020: null } } }) },
    ],
    true,
  )
  expect(joined.timesS).toEqual([0, 900, 1020, 1800])
  expect(joined.curves.map(({ values, ownStamps }) => [values, ownStamps])).toEqual([
    [
      [1, 2, null, 3],
      [true, true, false, true],
    ],
    [
      [4, null, null, null],
      [true, false, true, false],
    ],
  ])
})
