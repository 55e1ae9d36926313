import { expect, test } from 'vitest'

import { PALETTE_SIZE } from '#web/chart/plot/palette.ts'

import { bandOf, countExpectedCurves, drawnCurves, looksOf, meaningOf } from './curves.ts'
import { createDefaultFilters, type GraphCurve, type GraphFilters } from './graph-card.ts'

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
