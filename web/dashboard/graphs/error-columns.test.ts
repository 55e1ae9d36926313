import { describe, expect, test } from 'vitest'

import { DEFAULT_VIEW } from '#contract/dashboard-address.ts'
import type { DayMark } from '#contract/data-days.ts'
import { compareFigures } from '#web/chart/legend/compared-legend.ts'

import { createChartData } from './chart-columns.ts'
import { mergeCompared } from './compare.ts'
import { createErrorData } from './error-columns.ts'
import type { GraphData } from './graph-card.ts'
import { readCurves } from './read-answer.ts'

const FILTERS = { area: 'DE', compareWith: 'none', timerange: 'H' } as const
const ALL = { hasEarlierForecasts: true, hasFinal: true } as const

function answer(curves: Record<string, (number | null)[]>, day = '18'): GraphData {
  const dataOf = (values: (number | null)[]) =>
    Object.fromEntries(values.map((value, hour) => [`2026-11-${day}T0${hour}:00:00Z`, value]))
  return readCurves(
    Object.fromEntries(Object.entries(curves).map(([name, values]) => [name, { data: dataOf(values) }])),
  )
}

const errorsOf = (data: GraphData, area: 'DE' | 'CEE', marks: DayMark[] = []) => {
  const { curves, measured } = createErrorData({ ...data, marks }, { ...FILTERS, area }, ALL)
  return curves.map(({ name, values }, index) => [name, values, measured?.[index]])
}

/** Quarter-hourly values from 22:00 UTC on. */
const quarters = (values: (number | null)[]) => ({
  data: Object.fromEntries(
    values.map((value, quarter) => [
      new Date(Date.parse('2026-11-17T22:00Z') + quarter * 900_000).toISOString(),
      value,
    ]),
  ),
})

test('an error is forecast − actual, and missing where either is', () => {
  const data = answer({ Actual: [100, null], 'TSO forecast': [90, 80], 'Model forecast': [105, 70] })
  expect(errorsOf(data, 'DE')).toEqual([
    ['TSO forecast − Actual', [-10, null], [100, null]],
    ['Model forecast − Actual', [5, null], [100, null]],
  ])
  expect(createErrorData(data, FILTERS, ALL).curves).toMatchObject([
    { style: 'solid', colourIndex: 1 },
    { style: 'ribbon', colourIndex: 2 },
  ])
})

test('among quarter hours a forecast of hours is scored by the hour, and one of quarters by each', () => {
  const data = readCurves({
    Actual: quarters([10, 20, 30, 40, 50, 60, null, 80]),
    'TSO forecast': quarters([11, 21, 31, 41, 51, 61, 71, 81]),
    'Model forecast': quarters([27, 27, 27, 27, 60, 60, 60, 60]),
  })
  expect(errorsOf(data, 'DE').map(([, values]) => values)).toEqual([
    [1, 1, 1, 1, 1, 1, null, 1],
    [2, 2, 2, 2, null, null, null, null],
  ])
})

test('without an actual or without a forecast there are no errors', () => {
  expect(errorsOf(answer({ 'TSO forecast': [1] }), 'DE')).toEqual([])
  expect(errorsOf(answer({ Actual: [1], Germany: [2] }), 'DE')).toEqual([])
})

test('a forecast that lacks members is held against the actual of the members that it has', () => {
  const members = { Poland: [10, 10], 'Czech Republic': [1, 1], Slovakia: [2, 2], Hungary: [30, null] }
  const data = answer({
    Actual: [43, null],
    'TSO forecast (without CZ, SK)': [50, 50],
    'Model forecast': [44, 44],
    ...members,
  })
  expect(errorsOf(data, 'CEE')).toEqual([
    ['TSO forecast (without CZ, SK) − Actual (without CZ, SK)', [10, null], [40, null]],
    ['Model forecast − Actual', [1, null], [43, null]],
  ])
})

test('a forecast with a member that was not measured has no error', () => {
  const data = answer({
    'Actual (without SK)': [41],
    'TSO forecast (without SK)': [40],
    'Model forecast': [44],
    Poland: [10],
    'Czech Republic': [1],
    Hungary: [30],
  })
  expect(errorsOf(data, 'CEE')).toEqual([['TSO forecast (without SK) − Actual (without SK)', [-1], [41]]])
})

test('the forecast of an earlier period is held against the actual of that period', () => {
  const chosen = answer({ Actual: [100, 100], 'TSO forecast': [90, 90] })
  const earlier = answer({ Actual: [200, 200], 'TSO forecast': [230, 150] }, '17')
  const merged = mergeCompared(chosen, earlier, 'day')
  const compared = { ...FILTERS, compareWith: 'day' } as const
  expect(createErrorData(merged, compared, { ...ALL, hasEarlierForecasts: false }).curves).toHaveLength(1)
  expect(errorsOf(merged, 'DE')).toEqual([
    ['TSO forecast − Actual', [-10, -10], [100, 100]],
    ['TSO forecast − Actual · previous day', [30, -50], [200, 200]],
  ])
  const { comparison } = createErrorData(merged, compared, ALL)
  const at = (day: number) => Date.parse(`2026-11-${day}T01:00Z`) / 1000
  expect(comparison?.earlierTimeS(at(18))).toBe(at(17))
})

describe('days that are not scored', () => {
  const mark = (item: DayMark['item'], state: DayMark['state'], area: DayMark['area'] = 'DE'): DayMark => ({
    area,
    item,
    state,
    days: ['2026-11-18'],
  })
  /** The market's last hour of 18 November and first hour of the 19th. */
  const hours = (last: number, first: number) => ({
    data: { '2026-11-18T22:00:00Z': last, '2026-11-18T23:00:00Z': first },
  })
  const data = readCurves({
    Actual: hours(100, 100),
    'TSO forecast': hours(90, 90),
    'Model forecast': hours(105, 104),
  })

  test('a TSO’s forecast that is a copy or known only as last published has no error, ours has', () => {
    for (const state of ['copied', 'last-published'] as const) {
      const marks = [mark('load forecast', state)]
      expect(errorsOf(data, 'DE', marks)).toEqual([
        ['TSO forecast − Actual', [null, -10], [null, 100]],
        ['Model forecast − Actual', [5, 4], [100, 100]],
      ])
      const { rows } = compareFigures(createChartData({ ...data, marks }, FILTERS, DEFAULT_VIEW), null)
      expect(rows.map(({ error }) => error?.bias)).toEqual([undefined, -10, 4])
    }
  })

  test('quarter hours before a marked day keep their errors', () => {
    const byQuarters = readCurves({
      Actual: quarters([1, 1, 1, 1, 1, 1]),
      'TSO forecast': quarters([2, 3, 2, 3, 2, 3]),
    })
    expect(errorsOf(byQuarters, 'DE', [mark('load', 'low')])[0]?.[1]).toEqual([1, 2, 1, 2, null, null])
  })

  test('no forecast has an error against suspicious actual values', () => {
    expect(errorsOf(data, 'DE', [mark('load', 'low')]).map(([, values]) => values)).toEqual([
      [null, -10],
      [null, 4],
    ])
  })

  test('a daily mean has none if a part of it is left out, and a sum none because of a member that it lacks', () => {
    const late = { ...mark('wind', 'high'), days: ['2026-11-19'] }
    const { curves } = createErrorData({ ...data, marks: [late] }, { ...FILTERS, timerange: 'D' }, ALL)
    expect(curves.map(({ values }) => values)).toEqual([
      [null, null],
      [null, null],
    ])
    const group = answer({ 'Actual (without SK)': [41], 'TSO forecast (without SK)': [40] })
    expect(errorsOf(group, 'CEE', [mark('load', 'low', 'SK')])[0]?.[1]).toEqual([-1])
    expect(errorsOf(group, 'CEE', [mark('load', 'low', 'HU')])[0]?.[1]).toEqual([null])
  })

  test('those of an earlier period are its own', () => {
    const merged = mergeCompared(
      answer({ Actual: [100], 'TSO forecast': [90] }, '19'),
      answer({ Actual: [200], 'TSO forecast': [230] }, '18'),
      'day',
    )
    const marks = [mark('solar', 'low')]
    const { curves } = createErrorData({ ...merged, marks }, { ...FILTERS, compareWith: 'day' }, ALL)
    expect(curves.map(({ values }) => values)).toEqual([[-10], [null]])
  })
})
