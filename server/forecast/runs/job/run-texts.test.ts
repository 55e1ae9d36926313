import { expect, test } from 'vitest'

import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { createForecaster } from '#server/forecast/model/forecaster.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { prepareHistory } from '#server/forecast/model/history/prepared-history.ts'
import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { describeDefects, describeRun } from './run-texts.ts'

type Change = (quantities: ReturnType<typeof inventHistory>['quantities']) => void

function prepare(change: Change = () => undefined) {
  const history = inventHistory({ from: '2025-05-01', to: '2025-06-30' })
  change(history.quantities)
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours: 8, unpublished: [] })
  prepared.advanceTo(50)
  return prepared
}

const history = prepare()
const forecast = createForecaster(history).forecast(50)
const note = (change: Partial<DayForecast>) => describeRun({ ...forecast, ...change })

test('a note says where the final value is from', () => {
  expect(note({})).toBe('corrected TSO forecast')
  expect(note({ weights: { load: 1, solar: 0, wind: 0 } })).toBe(
    'corrected TSO forecast, its solar and wind as published',
  )
  const weights = { load: 0, solar: 0, wind: 0 }
  expect(note({ weights })).toBe('TSO forecast as published')
  const uploads = (['load', 'wind'] as const).map((quantity) => ({
    label: 'V',
    quantity,
    weight: 0.67,
    leftOutHours: 0,
  }))
  expect(note({ weights, uploads: uploads.slice(0, 1) })).toBe(
    'TSO forecast as published, but 67% of load from V',
  )
  expect(note({ uploads })).toBe('corrected TSO forecast, but 67% of load from V and 67% of wind from V')
  const leftOut = uploads.map((share) => ({ ...share, leftOutHours: share.quantity === 'load' ? 24 : 1 }))
  expect(note({ uploads: leftOut })).toBe(
    'corrected TSO forecast, but 67% of load from V and 67% of wind from V; 24 hours of load from V not followed: too far from our forecast; 1 hour of wind from V not followed: too far from our forecast',
  )
  expect(note({ withoutTso: ['solar', 'wind'] })).toBe('corrected TSO load; solar and wind from history')
  expect(note({ withoutTso: ['load', 'solar', 'wind'] })).toBe('from history alone')
  const weatherWeights = { load: 0, solar: 0, wind: 0.9 }
  expect(note({ withoutTso: ['solar', 'wind'], weatherWeights })).toBe(
    'corrected TSO load; wind from weather and history; solar from history',
  )
})

test('faults are named with their last day, but not after four weeks', () => {
  const faulty = prepare(({ load, wind }) => {
    load.tso[40 * HOURS_PER_DAY + 13] = 100
    load.actual[10 * HOURS_PER_DAY + 13] = 100
    wind.tso.fill(NaN, 30 * HOURS_PER_DAY, 32 * HOURS_PER_DAY)
  })
  expect(describeDefects(faulty, 50)).toEqual([
    {
      quantity: 'load',
      text: 'Implausible values in the TSO’s load forecast on Jun 10, excluded from training.',
    },
    {
      quantity: 'wind',
      text: 'The TSO’s wind forecast is missing on 2 days of the last 28, most recently Jun 1.',
    },
  ])
  expect(describeDefects(history, 50)).toEqual([])
})
