import { expect, test } from 'vitest'

import { DEFAULT_VIEW } from '#contract/dashboard-address.ts'
import { readComparison } from '#web/chart/data/comparison.ts'

import { createChartData, onShownDays, pickCurve, sharedRange, withSteps } from './chart-columns.ts'
import { mergeCompared } from './compare.ts'
import { areHourly } from './error-columns.ts'
import { createDefaultFilters, createGraphCard, type GraphCard, type GraphView } from './graph-card.ts'
import { readCurves } from './read-answer.ts'

const curve = (value: number, day: number) => ({ data: { [`2026-11-${day}T00:00:00Z`]: value } })
const EARLIER_S = Date.parse('2026-11-18T00:00Z') / 1000

function compared(chosen: object, earlier: object) {
  const merged = mergeCompared(readCurves({ ...chosen }), readCurves({ ...earlier }), 'week')
  return createChartData(merged, { area: 'DE', compareWith: 'week', timerange: 'H' }, DEFAULT_VIEW)
}

test('a day without actual values is compared by its forecast, ours first, and the difference is named', () => {
  const data = compared(
    { Actual: { data: {} }, 'TSO forecast': curve(90, 25), 'Model forecast': curve(95, 25) },
    { Actual: curve(80, 18), 'TSO forecast': curve(85, 18) },
  )
  expect(readComparison(data, [], 0)).toEqual({
    earlierTimeS: EARLIER_S,
    differences: [{ name: 'Model forecast', label: 'Model forecast', value: 15 }],
  })
  expect(readComparison(data, ['Model forecast'], 0)?.differences).toMatchObject([{ name: 'TSO forecast' }])
})

test('curves of one name have a difference each, and the date of the earlier values stands whatever they are', () => {
  const foreign = compared(
    { Price: curve(1, 25), Cost: curve(9, 25) },
    { Cost: curve(4, 18), Price: curve(2, 18) },
  )
  expect(readComparison(foreign, [], 0)).toEqual({
    earlierTimeS: EARLIER_S,
    differences: [
      { name: 'Price', label: 'Price', value: -1 },
      { name: 'Cost', label: 'Cost', value: 5 },
    ],
  })
  expect(readComparison(foreign, ['Price'], 0)?.differences).toMatchObject([{ name: 'Cost' }])
  expect(readComparison(pickCurve(foreign, 'Price · previous week'), [], 0)?.earlierTimeS).toBe(EARLIER_S)
  expect(readComparison(pickCurve(foreign, 'Price'), [], 0)).toBeNull()
})

const QUARTERS_FROM_S = Date.UTC(2026, 10, 25) / 1000
const QUARTERS = Array.from({ length: 16 }, (_, quarter) => QUARTERS_FROM_S + quarter * 900)
const byHour = (...hours: (number | null)[]) => hours.flatMap((value) => [value, value, value, value])

test('a curve that changes only from hour to hour is stepped, one that changes within an hour is not', () => {
  expect(areHourly(QUARTERS, byHour(1, 2, null, 4))).toBe(true)
  expect(areHourly(QUARTERS, byHour(1, 2, 3, 4).with(6, 9))).toBe(false)
  expect(areHourly(QUARTERS, byHour(1, 2, 3, 4).with(14, null))).toBe(false)
})

test('nothing is said of a curve that never changes', () => {
  expect(areHourly(QUARTERS, byHour(0, 0, 0, 0))).toBe(false)
  expect(areHourly([], [])).toBe(false)
})

test('quarter hours that were measured can go on as hours of a forecast', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, ...byHour(9, 10)]
  const forecast = { name: 'Final forecast', fromS: QUARTERS_FROM_S + 7200 }
  const joined = { name: 'a', style: 'solid', colourIndex: 0, values, forecast } as const
  expect(withSteps(QUARTERS, joined)).toMatchObject({ isStepped: false, forecast: { isStepped: true } })
})

function card(values: readonly (number | null)[], view: Partial<GraphView> = {}): GraphCard {
  const data = Object.fromEntries(values.map((value, day) => [`2026-11-0${day + 1}T00:00:00Z`, value]))
  const { timesS, curves } = readCurves({ Actual: { data }, 'TSO forecast': { data: { '2026-11-01': 900 } } })
  const chosen = { ...DEFAULT_VIEW, hasSharedScale: true, hiddenCurves: ['TSO forecast'], ...view }
  return { ...createGraphCard('a', createDefaultFilters(0), chosen), timesS, data: curves }
}

test('cards of one scale cover the values that any of them draws', () => {
  expect(sharedRange([card([5, null, -3]), card([100])])).toEqual({ low: -3, high: 100 })
  expect(sharedRange([card([5], { hiddenCurves: [] })])).toEqual({ low: 5, high: 900 })
})

test('what a card hides, shows in another form or on a scale of its own does not count', () => {
  const others = [card([700], { hasSharedScale: false }), card([800], { form: 'errors' })]
  expect(sharedRange([card([5]), ...others])).toEqual({ low: 5, high: 5 })
  expect(sharedRange(others)).toBeNull()
  expect(sharedRange([card([null])])).toBeNull()
})

const HOUR_MS = 3_600_000

function answer(from: string, stepHours: number, count: number) {
  const stamps = Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * stepHours * HOUR_MS).toISOString(),
  )
  return readCurves({ Actual: { data: Object.fromEntries(stamps.map((stamp, index) => [stamp, index])) } })
}
const valuesOf = (...args: Parameters<typeof onShownDays>) => onShownDays(...args).curves[0]?.values

test('Saturday and Sunday in Brussels are missing, Monday to Friday stay', () => {
  // Friday 22:00 to Monday 02:00 in Brussels, across the night in which the clocks go back.
  const data = answer('2026-10-23T20:00:00Z', 1, 54)
  const view = { form: 'heat' as const, isWorkdaysOnly: true }
  const values = valuesOf(data, view) ?? []
  expect(values.flatMap((value) => value ?? [])).toEqual([0, 1, 51, 52, 53])
  expect(valuesOf(data, { ...view, form: 'curves' })?.[10]).toBe(10)
  expect(valuesOf(data, { ...view, isWorkdaysOnly: false })?.[10]).toBe(10)
})

test('a day by the clocks of another zone counts as the day that it mostly is', () => {
  // Midnight in Athens and in Lisbon, from Thursday on.
  for (const from of ['2026-11-18T22:00:00Z', '2026-11-19T00:00:00Z'])
    expect(valuesOf(answer(from, 24, 5), { form: 'duration', isWorkdaysOnly: true })).toEqual([
      0,
      1,
      null,
      null,
      4,
    ])
})
