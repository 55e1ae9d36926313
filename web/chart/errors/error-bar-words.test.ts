import { expect, test } from 'vitest'

import { cycleOf } from '#web/chart/data/cycle.ts'

import { barsTitle, largestBar, slotHead } from './error-bar-words.ts'

test('bars say what they show, up to where, and every third hour', () => {
  const hours = cycleOf([0, 3600])
  expect(barsTitle(hours, 2689.4, 'MW')).toBe('MAE by hour of the day, MW (highest bar 2,689)')
  expect([0, 1, 3, 21].map((index) => slotHead(hours, index))).toEqual(['00', '', '03', '21'])
  const days = cycleOf([0, 86_400])
  expect(barsTitle(days, 50, 'MW')).toBe('MAE by day of the week, MW (highest bar 50.00)')
  expect([0, 6].map((index) => slotHead(days, index))).toEqual(['Mon', 'Sun'])
})

test('the highest bar is that of any curve, and 0 without errors', () => {
  const curve = { name: 'TSO forecast', style: 'solid' as const, colourIndex: 0, values: [] }
  const figures = (mae: number) => ({ mae, rmse: mae, bias: 0, relativeMae: null })
  const row = (maes: readonly (number | null)[]) => ({
    curve,
    count: maes.length,
    figures: null,
    bySlot: maes.map((mae) => ({ slot: '', figures: mae === null ? null : figures(mae) })),
  })
  expect(largestBar([row([3, null]), row([7, 1])])).toBe(7)
  expect(largestBar([])).toBe(0)
})
