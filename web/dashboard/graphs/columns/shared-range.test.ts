import { expect, test } from 'vitest'

import { readAnswer } from '#web/dashboard/graphs/answer/read-answer.ts'
import {
  createDefaultFilters,
  createGraphCard,
  DEFAULT_VIEW,
  type GraphCard,
  type GraphView,
} from '#web/dashboard/graphs/store/graph-card.ts'

import { sharedRange } from './chart-columns.ts'

function card(values: readonly (number | null)[], view: Partial<GraphView> = {}): GraphCard {
  const data = Object.fromEntries(values.map((value, day) => [`2026-11-0${day + 1}T00:00:00Z`, value]))
  const { timesS, curves } = readAnswer({ Actual: { data }, 'TSO forecast': { data: { '2026-11-01': 900 } } })
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
