import { expect, test } from 'vitest'

import { joinAreas } from './curves.ts'
import { readCurves } from './read-answer.ts'

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
