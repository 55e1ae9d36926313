import { expect, test } from 'vitest'

import { createRandom, inventHistory, prepareInvented } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { type DayModel, rowOf } from './history/day-table.ts'
import { correctOwnErrors } from './own-error.ts'

/** The TSO's forecasts as models, and how they err in load by day: `errorOf(day)` MW in each hour. */
function correctedLoad(errorOf: (day: number) => number): { plain: Float64Array; corrected: Float64Array } {
  const history = inventHistory({ from: '2024-01-01', to: '2025-06-30' })
  const { actual, tso } = history.quantities.load
  const random = createRandom(5)
  for (const [slot, value] of tso.entries())
    actual[slot] = value + 400 * (random() - 0.5) + errorOf(Math.floor(slot / HOURS_PER_DAY))
  const prepared = prepareInvented(history)
  const modelOf = (quantity: 'load' | 'solar' | 'wind'): DayModel => ({
    predict: (day) => rowOf(prepared.quantities[quantity].tso, day).slice(),
  })
  const models = { load: modelOf('load'), solar: modelOf('solar'), wind: modelOf('wind') }
  const { load } = correctOwnErrors({ models, plainModels: models }, prepared)
  return { plain: models.load.predict(prepared.lastDay), corrected: load.predict(prepared.lastDay) }
}

const meanStep = ({ plain, corrected }: ReturnType<typeof correctedLoad>) =>
  corrected.reduce((sum, mw, hour) => sum + mw - (plain[hour] ?? NaN), 0) / HOURS_PER_DAY

test('an error that comes back on a weekday is taken off', () => {
  // 30 June 2025 is a Monday, and so is the first day of the history.
  expect(meanStep(correctedLoad((day) => (day % 7 === 0 ? 500 : 0)))).toBeGreaterThan(150)
  expect(Math.abs(meanStep(correctedLoad((day) => (day % 7 === 1 ? 500 : 0))))).toBeLessThan(50)
})

test('an error that nothing foretells changes little', () => {
  const random = createRandom(3)
  const errors = Array.from({ length: 600 }, () => 1000 * (random() - 0.5))
  expect(Math.abs(meanStep(correctedLoad((day) => errors[day] ?? 0)))).toBeLessThan(30)
})
